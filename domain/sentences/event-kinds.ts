import type { EventType } from '../event-registry.ts';

/** The kinds of events among which people choose. */
export const eventKinds = [
  'answers',
  'payments',
  'questions',
  'settings',
  'status',
  'attempts',
  'keys',
  'plan',
  'erasures',
  'service',
] as const;
export type EventKind = (typeof eventKinds)[number];

export const eventKindNames: Readonly<Record<EventKind, string>> = {
  answers: 'Answers and files',
  payments: 'Payments',
  questions: 'Questions',
  settings: 'Settings',
  status: 'Opened, closed, added, removed',
  attempts: 'Webhooks sent',
  keys: 'Keys and secrets',
  plan: 'Plan',
  erasures: 'Erasures',
  service: "The service's own notes",
};

const typesOf: Readonly<Record<EventKind, readonly EventType[]>> = {
  answers: [
    'SubmissionCreated',
    'SubmissionStarted',
    'SubmissionSaved',
    'SubmissionCompleted',
    'SubmissionCorrected',
    'SubmissionExpired',
    'SubmissionLinksRevoked',
    'FileReceived',
    'FileClaimed',
    'FileReleased',
    'FileExpired',
  ],
  payments: [
    'SubmissionPaymentCompleted',
    'SubmissionPaymentRefused',
    'PaymentAssigned',
    'PaymentEventUnmatched',
  ],
  questions: ['FormFieldsChanged', 'FormDraftPublished', 'FormDraftDiscarded'],
  settings: [
    'FormDetailsChanged',
    'FormResponsesChanged',
    'DestinationChanged',
    'EmbeddingChanged',
    'LocaleChanged',
  ],
  status: [
    'AccountOpened',
    'FormCreated',
    'FormPublished',
    'FormClosed',
    'FormReturnedToDraft',
    'FormArchived',
    'DestinationConfigured',
    'DestinationEnabled',
    'DestinationDisabled',
    'DestinationRemoved',
  ],
  attempts: [
    'DeliveryScheduled',
    'DeliverySkipped',
    'DeliveryAttempted',
    'DeliverySucceeded',
    'DeliveryExhausted',
    'DeliveryCancelled',
    'DeliveryReplayRequested',
    'DestinationPinged',
    'RecoveryRequested',
    'RecoveryPaused',
    'RecoveryResumed',
    'RecoveryCancelled',
    'RecoveryCompleted',
  ],
  keys: [
    'ApiKeyIssued',
    'ApiKeyRevoked',
    'DestinationSecretRotated',
    'DestinationSecretResealed',
    'PaymentProviderConfigured',
    'PaymentProviderSecretResealed',
    'PaymentProviderRemoved',
  ],
  plan: [
    'PlanChanged',
    'PublicationGranted',
    'PublicationReleased',
    'DestinationsCounted',
    'DestinationGranted',
    'DestinationReleased',
  ],
  erasures: [
    'SubmissionErased',
    'DeliveryErased',
    'ErasureTombstoned',
    'ErasureScrubbed',
    'ErasureCompleted',
    'FileErased',
  ],
  service: [
    'AuditSummarized',
    'DestinationLapsed',
    'FileBytesReserved',
    'FileBytesReturned',
    'FormDraftSaved',
    'FormPublicationLapsed',
    'ProjectionEventSkipped',
    'RecoveryBatchTaken',
    'RecoveryProgressed',
    'RecoverySummarized',
    'SlugReleased',
    'SlugTaken',
    'SubmissionLeaseClosed',
    'SubmissionPlacesAssigned',
    'SubmissionQuotaCounted',
    'SubmissionQuotaReleased',
    'SubmissionQuotaReserved',
    'SubmissionQuotaSettled',
    'SubmissionReservationLapsed',
  ],
};

const kindByType = new Map<EventType, EventKind>(
  eventKinds.flatMap((kind) => typesOf[kind].map((type) => [type, kind] as const)),
);

/** The kind of an event. A test walks all types. */
export const kindOf = (type: EventType): EventKind => kindByType.get(type) ?? 'service';
