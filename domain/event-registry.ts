import { type AccountEvent, accountEvents } from './account/events.ts';
import { type ApiKeyEvent, apiKeyEvents } from './api-key/events.ts';
import { type AuditEvent, auditEvents } from './audit/events.ts';
import { type ClosingEvent, closingEvents } from './closing/events.ts';
import { type DeliveryEvent, deliveryEvents } from './delivery/events.ts';
import { type DestinationEvent, destinationEvents } from './destination/events.ts';
import type { EventDefinition } from './event.ts';
import { type FileEvent, fileEvents } from './file/events.ts';
import { type FormEvent, formEvents } from './form/events.ts';
import { type FormDraftEvent, formDraftEvents } from './form-draft/events.ts';
import { type InvitationEvent, invitationEvents } from './invitation/events.ts';
import { type LoginEvent, loginEvents } from './login/events.ts';
import { type MembershipEvent, membershipEvents } from './membership/events.ts';
import { type NoticeEvent, noticeEvents } from './notice/events.ts';
import { type NoticeChoicesEvent, noticeChoicesEvents } from './notice-choices/events.ts';
import { type PaymentEvent, paymentEvents } from './payment/events.ts';
import { type PaymentProviderEvent, paymentProviderEvents } from './payment-provider/events.ts';
import { type PersonEvent, personEvents } from './person/events.ts';
import { type PersonErasureEvent, personErasureEvents } from './person-erasure/events.ts';
import { type PictureEvent, pictureEvents } from './picture/events.ts';
import { type ProjectionEvent, projectionEvents } from './projection/events.ts';
import { type AssignmentEvent, assignmentEvents, type QuotaEvent, quotaEvents } from './quota/events.ts';
import { type RecoveryEvent, recoveryEvents } from './recovery/events.ts';
import { type SlugEvent, slugEvents } from './slug/events.ts';
import { type StorageEvent, storageEvents } from './storage/events.ts';
import { type SubmissionEvent, submissionEvents } from './submission/events.ts';

/** Every event that the service writes. */
export type DomainEvent =
  | AccountEvent
  | ApiKeyEvent
  | MembershipEvent
  | InvitationEvent
  | PersonEvent
  | LoginEvent
  | PersonErasureEvent
  | FormEvent
  | FormDraftEvent
  | SlugEvent
  | SubmissionEvent
  | FileEvent
  | PictureEvent
  | StorageEvent
  | PaymentEvent
  | PaymentProviderEvent
  | QuotaEvent
  | AssignmentEvent
  | DestinationEvent
  | DeliveryEvent
  | RecoveryEvent
  | AuditEvent
  | ClosingEvent
  | NoticeChoicesEvent
  | NoticeEvent
  | ProjectionEvent;

export type EventType = DomainEvent['type'];

/** Maps event types to their schemas, versions and upcasters, for the codec. */
export const eventRegistry: Readonly<Record<EventType, EventDefinition>> = {
  ...accountEvents,
  ...apiKeyEvents,
  ...membershipEvents,
  ...invitationEvents,
  ...personEvents,
  ...loginEvents,
  ...personErasureEvents,
  ...formEvents,
  ...formDraftEvents,
  ...slugEvents,
  ...submissionEvents,
  ...fileEvents,
  ...pictureEvents,
  ...storageEvents,
  ...paymentEvents,
  ...paymentProviderEvents,
  ...projectionEvents,
  ...quotaEvents,
  ...assignmentEvents,
  ...destinationEvents,
  ...deliveryEvents,
  ...recoveryEvents,
  ...auditEvents,
  ...closingEvents,
  ...noticeChoicesEvents,
  ...noticeEvents,
};
