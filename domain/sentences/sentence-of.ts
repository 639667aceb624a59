import { type AccountEvent, accountEvents } from '../account/events.ts';
import { type ApiKeyEvent, apiKeyEvents } from '../api-key/events.ts';
import { type AuditEvent, auditEvents } from '../audit/events.ts';
import { type ClosingEvent, closingEvents } from '../closing/events.ts';
import { type DeliveryEvent, deliveryEvents } from '../delivery/events.ts';
import { type DestinationEvent, destinationEvents } from '../destination/events.ts';
import type { Actor } from '../event.ts';
import type { DomainEvent } from '../event-registry.ts';
import { type FileEvent, fileEvents } from '../file/events.ts';
import { type FormEvent, formEvents } from '../form/events.ts';
import { type FormDraftEvent, formDraftEvents } from '../form-draft/events.ts';
import { type InvitationEvent, invitationEvents } from '../invitation/events.ts';
import { type LoginEvent, loginEvents } from '../login/events.ts';
import { type MembershipEvent, membershipEvents } from '../membership/events.ts';
import { type NoticeEvent, noticeEvents } from '../notice/events.ts';
import { type NoticeChoicesEvent, noticeChoicesEvents } from '../notice-choices/events.ts';
import { type PaymentEvent, paymentEvents } from '../payment/events.ts';
import { type PaymentProviderEvent, paymentProviderEvents } from '../payment-provider/events.ts';
import { type PersonEvent, personEvents } from '../person/events.ts';
import { type PersonErasureEvent, personErasureEvents } from '../person-erasure/events.ts';
import { type PictureEvent, pictureEvents } from '../picture/events.ts';
import { type ProjectionEvent, projectionEvents } from '../projection/events.ts';
import { type AssignmentEvent, assignmentEvents, type QuotaEvent, quotaEvents } from '../quota/events.ts';
import { type RecoveryEvent, recoveryEvents } from '../recovery/events.ts';
import { type SlugEvent, slugEvents } from '../slug/events.ts';
import { type StorageEvent, storageEvents } from '../storage/events.ts';
import { idIn } from '../stream-names.ts';
import { type SubmissionEvent, submissionEvents } from '../submission/events.ts';
import { accountSentence, apiKeySentence } from './account.ts';
import { auditSentence, projectionSentence } from './audit.ts';
import { closingSentence } from './closing.ts';
import { deliverySentence } from './delivery.ts';
import { destinationSentence } from './destination.ts';
import { fileSentence, pictureSentence, storageSentence } from './file.ts';
import { formSentence, slugSentence } from './form.ts';
import { formDraftSentence } from './form-draft.ts';
import { invitationSentence, loginSentence, membershipSentence } from './membership.ts';
import { noticeChoicesSentence, noticeSentence } from './notice.ts';
import { paymentProviderSentence, paymentSentence } from './payment.ts';
import { personErasureSentence, personSentence } from './person.ts';
import { assignmentSentence, quotaSentence } from './quota.ts';
import { recoverySentence } from './recovery.ts';
import type { Author, Sentence } from './sentence.ts';
import { submissionSentence } from './submission.ts';

/** Returns whether an event is one of a set of definitions. */
const among =
  <E extends DomainEvent>(definitions: Readonly<Record<E['type'], unknown>>) =>
  (event: DomainEvent): event is E =>
    Object.hasOwn(definitions, event.type);

const isOf = {
  account: among<AccountEvent>(accountEvents),
  apiKey: among<ApiKeyEvent>(apiKeyEvents),
  audit: among<AuditEvent>(auditEvents),
  closing: among<ClosingEvent>(closingEvents),
  delivery: among<DeliveryEvent>(deliveryEvents),
  destination: among<DestinationEvent>(destinationEvents),
  file: among<FileEvent>(fileEvents),
  form: among<FormEvent>(formEvents),
  formDraft: among<FormDraftEvent>(formDraftEvents),
  invitation: among<InvitationEvent>(invitationEvents),
  login: among<LoginEvent>(loginEvents),
  membership: among<MembershipEvent>(membershipEvents),
  noticeChoices: among<NoticeChoicesEvent>(noticeChoicesEvents),
  notice: among<NoticeEvent>(noticeEvents),
  person: among<PersonEvent>(personEvents),
  personErasure: among<PersonErasureEvent>(personErasureEvents),
  payment: among<PaymentEvent>(paymentEvents),
  picture: among<PictureEvent>(pictureEvents),
  provider: among<PaymentProviderEvent>(paymentProviderEvents),
  projection: among<ProjectionEvent>(projectionEvents),
  assignment: among<AssignmentEvent>(assignmentEvents),
  quota: among<QuotaEvent>(quotaEvents),
  recovery: among<RecoveryEvent>(recoveryEvents),
  slug: among<SlugEvent>(slugEvents),
  storage: among<StorageEvent>(storageEvents),
  submission: among<SubmissionEvent>(submissionEvents),
};

/** What a sentence is made from. */
export interface Told {
  readonly event: DomainEvent;
  readonly stream: string;
  readonly metadata: { readonly actor: Actor };
}

/** Returns what happened as one sentence. */
export function sentenceOf({ event, stream, metadata }: Told): Sentence {
  const who: Author = { kind: 'author', actor: metadata.actor };
  const id = idIn(stream);
  if (isOf.account(event)) return accountSentence(who, event);
  if (isOf.apiKey(event)) return apiKeySentence(who, event, id);
  if (isOf.audit(event)) return auditSentence(who, event);
  if (isOf.closing(event)) return closingSentence(who, event);
  if (isOf.delivery(event)) return deliverySentence(who, event);
  if (isOf.destination(event)) return destinationSentence(who, event, id);
  if (isOf.file(event)) return fileSentence(who, event);
  if (isOf.form(event)) return formSentence(who, event, id);
  if (isOf.formDraft(event)) return formDraftSentence(who, event, id);
  if (isOf.invitation(event)) return invitationSentence(who, event);
  if (isOf.login(event)) return loginSentence(who, event);
  if (isOf.membership(event)) return membershipSentence(who, event);
  if (isOf.noticeChoices(event)) return noticeChoicesSentence(who, event);
  if (isOf.notice(event)) return noticeSentence(who, event);
  if (isOf.person(event)) return personSentence(who, event, id);
  if (isOf.personErasure(event)) return personErasureSentence(who, event);
  if (isOf.payment(event)) return paymentSentence(event);
  if (isOf.picture(event)) return pictureSentence(who, event);
  if (isOf.provider(event)) return paymentProviderSentence(who, event, id.slice(id.lastIndexOf('-') + 1));
  if (isOf.projection(event)) return projectionSentence(who, event);
  if (isOf.assignment(event)) return assignmentSentence(event);
  if (isOf.quota(event)) return quotaSentence(event);
  if (isOf.recovery(event)) return recoverySentence(who, event);
  if (isOf.slug(event)) return slugSentence(event);
  if (isOf.storage(event)) return storageSentence(event);
  if (isOf.submission(event)) return submissionSentence(who, event);
  return event satisfies never;
}
