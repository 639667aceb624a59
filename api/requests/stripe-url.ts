/**
 * The address of an account for Stripe's events.
 * @param address the public base URL of the service
 */
export const stripeUrl = (address: string, accountId: string): string =>
  `${address}/hooks/stripe/${accountId}`;
