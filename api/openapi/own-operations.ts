import type { Operation } from './operation.ts';

/**
 * The operations of the public API that do within the key's account what an operation of the admin API does: by method
 * and path, their ids and the admin API's paths.
 */
const own: Readonly<Record<string, readonly [id: string, adminPath: string]>> = {
  'POST /forms': ['createOwnForm', '/accounts/:id/forms'],
  'GET /embedding': ['readOwnEmbedding', '/accounts/:id/embedding'],
  'PUT /embedding': ['changeOwnEmbedding', '/accounts/:id/embedding'],
  'GET /payment-providers/stripe': ['readOwnStripe', '/accounts/:id/payment-providers/stripe'],
  'PUT /payment-providers/stripe': ['setOwnStripeSecret', '/accounts/:id/payment-providers/stripe'],
  'DELETE /payment-providers/stripe': ['removeOwnStripe', '/accounts/:id/payment-providers/stripe'],
  'GET /destinations': ['listOwnDestinations', '/accounts/:id/destinations'],
  'POST /destinations': ['addOwnDestination', '/accounts/:id/destinations'],
  'GET /destinations/template': ['readOwnDestinationTemplate', '/destinations/template'],
  'GET /destinations/:id': ['readOwnDestination', '/destinations/:id'],
  'PATCH /destinations/:id': ['changeOwnDestination', '/destinations/:id'],
  'DELETE /destinations/:id': ['removeOwnDestination', '/destinations/:id'],
  'POST /destinations/:id/enable': ['enableOwnDestination', '/destinations/:id/enable'],
  'POST /destinations/:id/disable': ['disableOwnDestination', '/destinations/:id/disable'],
  'POST /destinations/:id/ping': ['pingOwnDestination', '/destinations/:id/ping'],
  'POST /destinations/:id/rotate-secret': ['rotateOwnSigningSecret', '/destinations/:id/rotate-secret'],
  'GET /deliveries': ['listOwnDeliveries', '/accounts/:id/deliveries'],
  'GET /deliveries/:id': ['readOwnDelivery', '/deliveries/:id'],
  'GET /deliveries/:id/requests': ['readOwnSentRequests', '/deliveries/:id/requests'],
  'POST /deliveries/:id/replay': ['replayOwnDelivery', '/deliveries/:id/replay'],
  'POST /deliveries/:id/cancel': ['cancelOwnDelivery', '/deliveries/:id/cancel'],
  'GET /recoverable': ['countOwnRecoverable', '/accounts/:id/recoverable'],
  'GET /recoveries': ['listOwnRecoveries', '/accounts/:id/recoveries'],
  'POST /recoveries': ['requestOwnRecovery', '/accounts/:id/recoveries'],
  'GET /recoveries/:id': ['readOwnRecovery', '/recoveries/:id'],
  'POST /recoveries/:id/pause': ['pauseOwnRecovery', '/recoveries/:id/pause'],
  'POST /recoveries/:id/resume': ['resumeOwnRecovery', '/recoveries/:id/resume'],
  'POST /recoveries/:id/cancel': ['cancelOwnRecovery', '/recoveries/:id/cancel'],
  'GET /cancellable': ['countOwnCancellable', '/accounts/:id/cancellable'],
  'GET /cancellations': ['listOwnCancellations', '/accounts/:id/cancellations'],
  'POST /cancellations': ['requestOwnCancellation', '/accounts/:id/cancellations'],
  'GET /cancellations/:id': ['readOwnCancellation', '/cancellations/:id'],
  'POST /cancellations/:id/pause': ['pauseOwnCancellation', '/cancellations/:id/pause'],
  'POST /cancellations/:id/resume': ['resumeOwnCancellation', '/cancellations/:id/resume'],
  'POST /cancellations/:id/cancel': ['cancelOwnCancellation', '/cancellations/:id/cancel'],
};

/** Operations of the account alone that name another resource in their body or query, which may be missing. */
const namesAnother = /^(POST \/(destinations|recoveries|cancellations)|GET \/(recoverable|cancellable))$/;

/** The account of a key always exists. */
const errorsOf = (route: string, adminPath: string, { errors }: Operation): Operation['errors'] =>
  adminPath.startsWith('/accounts/') && !namesAnother.test(route)
    ? errors.filter((code) => code !== 'not_found')
    : errors;

/** Describes them by the operations of the admin API, by method and route. */
export function ownOperations(
  described: Readonly<Record<string, Operation>>,
  pub: string,
  admin: string,
): Record<string, Operation> {
  return Object.fromEntries(
    Object.entries(own).map(([route, [id, adminPath]]) => {
      const [method = '', path = ''] = route.split(' ');
      const model = described[`${method} ${admin}${adminPath}`];
      if (!model) throw new Error(`the admin API has no ${method} ${adminPath}`);
      return [
        `${method} ${pub}${path}`,
        { ...model, id, like: model.id, errors: errorsOf(route, adminPath, model) },
      ];
    }),
  );
}
