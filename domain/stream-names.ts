/** Where each thing's events are kept: one stream a thing. */
export const streamOf = {
  account: (accountId: string) => `account-${accountId}`,
  apiKey: (keyId: string) => `apikey-${keyId}`,
  form: (formId: string) => `form-${formId}`,
  submission: (submissionId: string) => `submission-${submissionId}`,
  audit: (accountId: string) => `audit-${accountId}`,
  quota: (accountId: string, month: string) => `quota-${accountId}-${month}`,
  /** @param reservation its name: the stream of the quota, and the revision there */
  lease: (reservation: string) => `lease-${reservation}`,
  destination: (destinationId: string) => `destination-${destinationId}`,
  recovery: (recoveryId: string) => `recovery-${recoveryId}`,
  delivery: (deliveryId: string) => `delivery-${deliveryId}`,
  projection: (name: string) => `projection-${name}`,
} as const;
