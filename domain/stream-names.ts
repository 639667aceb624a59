const startedSuffix = '-started';

/** The names of the streams: one stream for each aggregate. */
export const streamOf = {
  account: (accountId: string) => `account-${accountId}`,
  apiKey: (keyId: string) => `apikey-${keyId}`,
  /** The members of an account. */
  membership: (accountId: string) => `members-${accountId}`,
  invitation: (invitationId: string) => `invitation-${invitationId}`,
  person: (personId: string) => `person-${personId}`,
  /** @param hash of the e-mail address, or of the account at an OpenID provider */
  login: (hash: string) => `login-${hash}`,
  /** The erasure of a person. */
  personErasure: (personId: string) => `personerasure-${personId}`,
  form: (formId: string) => `form-${formId}`,
  /** The changes of a form that are not published yet. */
  formDraft: (formId: string) => `formdraft-${formId}`,
  slug: (accountId: string, slug: string) => `slug-${accountId}-${slug}`,
  submission: (submissionId: string) => `submission-${submissionId}`,
  file: (fileId: string) => `file-${fileId}`,
  /** @param pictureId derived from the account and the content */
  picture: (pictureId: string) => `picture-${pictureId}`,
  storage: (accountId: string, month: string) => `storage-${accountId}-${month}`,
  /** @param paymentId derived from the account, the provider and the provider's id */
  payment: (paymentId: string) => `payment-${paymentId}`,
  paymentProvider: (accountId: string, provider: string) => `provider-${accountId}-${provider}`,
  audit: (accountId: string) => `audit-${accountId}`,
  /** The erasure of a closed account. */
  closing: (accountId: string) => `closing-${accountId}`,
  quota: (accountId: string, month: string) => `quota-${accountId}-${month}`,
  /** The quota of submissions that are begun before they are complete. */
  startedQuota: (accountId: string, month: string) => `quota-${accountId}-${month}${startedSuffix}`,
  /** @param block the block's name: the stream of the quota, and the revision in it */
  assignments: (block: string) => `lease-${block}`,
  destination: (destinationId: string) => `destination-${destinationId}`,
  recovery: (recoveryId: string) => `recovery-${recoveryId}`,
  delivery: (deliveryId: string) => `delivery-${deliveryId}`,
  /** The notices that a member has chosen. */
  noticeChoices: (accountId: string, personId: string) => `notices-${accountId}-${personId}`,
  notice: (noticeId: string) => `notice-${noticeId}`,
  projection: (name: string) => `projection-${name}`,
} as const;

/** Returns the id in the name of a stream, after the prefix of its kind. */
export const idIn = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

/** Whether the stream of a quota counts submissions that are begun, and not complete ones. */
export const isStartedQuota = (stream: string): boolean => stream.endsWith(startedSuffix);

const ownStream =
  /^(?:account|apikey|members|invitation|person|login|personerasure|form|formdraft|slug|submission|file|picture|storage|payment|provider|audit|closing|quota|lease|destination|recovery|delivery|notices|notice|projection)-/;

/** Whether a stream holds events of the service: an event store may hold streams of others as well. */
export const isOwnStream = (stream: string): boolean => ownStream.test(stream);
