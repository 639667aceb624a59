import { accountEvents, type AccountEvent } from './account/events.ts';
import { apiKeyEvents, type ApiKeyEvent } from './api-key/events.ts';
import { auditEvents, type AuditEvent } from './audit/events.ts';
import { deliveryEvents, type DeliveryEvent } from './delivery/events.ts';
import { destinationEvents, type DestinationEvent } from './destination/events.ts';
import type { EventDefinition } from './event.ts';
import { formEvents, type FormEvent } from './form/events.ts';
import { paymentEvents, type PaymentEvent } from './payment/events.ts';
import { paymentProviderEvents, type PaymentProviderEvent } from './payment-provider/events.ts';
import { projectionEvents, type ProjectionEvent } from './projection/events.ts';
import { leaseEvents, quotaEvents, type LeaseEvent, type QuotaEvent } from './quota/events.ts';
import { recoveryEvents, type RecoveryEvent } from './recovery/events.ts';
import { slugEvents, type SlugEvent } from './slug/events.ts';
import { submissionEvents, type SubmissionEvent } from './submission/events.ts';

/** Every event that the service writes. */
export type DomainEvent =
  | AccountEvent
  | ApiKeyEvent
  | FormEvent
  | SlugEvent
  | SubmissionEvent
  | PaymentEvent
  | PaymentProviderEvent
  | QuotaEvent
  | LeaseEvent
  | DestinationEvent
  | DeliveryEvent
  | RecoveryEvent
  | AuditEvent
  | ProjectionEvent;

export type EventType = DomainEvent['type'];

/** Maps event types to their schemas, versions and upcasters, for the codec. */
export const eventRegistry: Readonly<Record<EventType, EventDefinition>> = {
  ...accountEvents,
  ...apiKeyEvents,
  ...formEvents,
  ...slugEvents,
  ...submissionEvents,
  ...paymentEvents,
  ...paymentProviderEvents,
  ...projectionEvents,
  ...quotaEvents,
  ...leaseEvents,
  ...destinationEvents,
  ...deliveryEvents,
  ...recoveryEvents,
  ...auditEvents,
};
