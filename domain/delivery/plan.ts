import { derivedId } from '../derived-id.ts';
import type { ExistingDestination } from '../destination/decider.ts';
import type { DestinationSettings, WebhookKind } from '../destination/events.ts';
import type { ChosenFields } from '../destination/question-choice.ts';
import type { DomainEvent, EventType } from '../event-registry.ts';
import { idIn } from '../stream-names.ts';
import { arrivedAt } from '../submission/events.ts';
import type { DeliverySubject } from './subject.ts';

/** The settings of a destination that decide which events it receives. */
export type Subscription = Readonly<{
  id: string;
  events: readonly WebhookKind[];
  /** Null for every form of the account. */
  formId: string | null;
  includedQuestions: readonly string[];
  includedFields: readonly ChosenFields[] | null;
  enabled: boolean;
}>;

/** A recorded event that may cause deliveries. */
export interface SourceEvent {
  readonly id: string;
  readonly event: DomainEvent;
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly metadata: { readonly accountId: string };
}

/**
 * The delivery of an event to a destination, as it follows from the log. The service's public address does not, and is
 * recorded with the first event of the delivery.
 */
export interface Plan {
  readonly subject: Omit<DeliverySubject, 'publicUrl'>;
  /** The destination was disabled at the time of the event: nothing is sent, and a recovery may replay the delivery. */
  readonly isSkipped: boolean;
}

/** The events that may cause deliveries. */
export const sourceTypes = [
  'SubmissionCreated',
  'SubmissionCompleted',
  'SubmissionCorrected',
  'SubmissionPaymentCompleted',
  'FormPublished',
  'DestinationPinged',
] as const satisfies EventType[];

/** Prefixes of the names of the streams whose events cause deliveries, or decide which ones others cause. */
export const sourceStreams = ['destination-', 'submission-', 'form-'] as const;

const subscriptionBy = (
  id: string,
  { events, formId, includedQuestions, includedFields = null }: DestinationSettings,
  enabled: boolean,
): Subscription => ({ id, events, formId, includedQuestions, includedFields, enabled });

/** Returns the subscription of a destination; null if it is removed. */
export const subscriptionOf = (of: ExistingDestination): Subscription | null =>
  of.removed ? null : subscriptionBy(of.destinationId, of.settings, of.enabled);

/** Returns the subscriptions of an account after an event of one of its destinations; the same ones if none changes. */
export function subscriptionsAfter(
  before: readonly Subscription[],
  { event, stream }: Pick<SourceEvent, 'event' | 'stream'>,
): readonly Subscription[] {
  const id = idIn(stream);
  const changed = (change: Partial<Subscription>): Subscription[] =>
    before.map((one) => (one.id === id ? { ...one, ...change } : one));
  switch (event.type) {
    case 'DestinationConfigured':
      return [...before, subscriptionBy(id, event.data.settings, event.data.enabled)];
    case 'DestinationChanged': {
      const { events, formId, includedQuestions, includedFields } = event.data.settings;
      return changed({
        ...(events && { events }),
        ...(formId !== undefined && { formId }),
        ...(includedQuestions && { includedQuestions }),
        ...(includedFields !== undefined && { includedFields }),
      });
    }
    case 'DestinationEnabled':
      return changed({ enabled: true });
    case 'DestinationDisabled':
      return changed({ enabled: false });
    case 'DestinationRemoved':
      return before.filter((one) => one.id !== id);
    default:
      return before;
  }
}

/** Whether the first event of the stream is needed to know the form: payments of earlier releases do not name it. */
export const needsFirst = ({ event }: Pick<SourceEvent, 'event'>): boolean =>
  event.type === 'SubmissionPaymentCompleted' && event.data.formId === undefined;

/**
 * Plans the deliveries of an event: one to every destination that subscribes to it.
 * @param subscriptions those of the account as of the event
 * @param first the first event of the source's stream, if `needsFirst`
 */
export function planDeliveries(
  subscriptions: readonly Subscription[],
  source: SourceEvent,
  first: Pick<SourceEvent, 'event'> | null,
): readonly Plan[] {
  const test = planTest(source);
  if (test) return [test];
  return subscriptions.flatMap((one) => planDelivery(one, source, first) ?? []);
}

/**
 * Plans the delivery of an event to a destination; null if the destination does not subscribe to the event.
 * @param first the first event of the source's stream, if `needsFirst`
 */
export function planDelivery(
  { id, events, formId: onlyForm, includedQuestions, includedFields, enabled }: Subscription,
  source: SourceEvent,
  first: Pick<SourceEvent, 'event'> | null,
): Plan | null {
  const webhook = webhookOf(source, first);
  if (!webhook || !events.includes(webhook.kind)) return null;
  const { kind, formId } = webhook;
  if (onlyForm !== null && onlyForm !== formId) return null;
  // The fields of other forms are no part of the delivery.
  const chosen = includedFields && (includedFields.find((of) => of.formId === formId)?.fieldIds ?? []);
  const subject = {
    ...commonOf(source),
    deliveryId: derivedId(source.id, id),
    destinationId: id,
    kind,
    formId,
    submissionId: kind === 'form.published' ? null : idIn(source.stream),
    includedQuestions: [...includedQuestions],
    ...(chosen && { includedFields: [...chosen] }),
  };
  return { subject, isSkipped: !enabled };
}

/** Returns the webhook that an event triggers; null if it triggers none. */
function webhookOf(
  { event }: SourceEvent,
  first: Pick<SourceEvent, 'event'> | null,
): { readonly kind: WebhookKind; readonly formId: string } | null {
  switch (event.type) {
    case 'SubmissionCreated': {
      const { form, isComplete } = event.data;
      return isComplete ? { kind: 'submission.created', formId: form.id } : null;
    }
    case 'SubmissionCompleted':
      return { kind: 'submission.created', formId: event.data.form.id };
    case 'SubmissionCorrected':
      return { kind: 'submission.corrected', formId: event.data.form.id };
    case 'SubmissionPaymentCompleted': {
      const named = first?.event.type === 'SubmissionCreated' ? first.event.data.form.id : null;
      const formId = event.data.formId ?? named;
      return formId === null ? null : { kind: 'submission.payment_completed', formId };
    }
    case 'FormPublished':
      return { kind: 'form.published', formId: event.data.formId };
    default:
      return null;
  }
}

/** Plans a test, which is sent regardless of subscriptions, also to a disabled destination; null for any other event. */
export function planTest(source: SourceEvent): Plan | null {
  if (source.event.type !== 'DestinationPinged') return null;
  const { deliveryId, destinationId } = source.event.data;
  const subject = {
    ...commonOf(source),
    deliveryId,
    destinationId,
    kind: 'ping' as const,
    formId: null,
    submissionId: null,
    includedQuestions: [],
  };
  return { subject, isSkipped: false };
}

const commonOf = ({ id: eventId, stream, revision, position, metadata, event }: SourceEvent) => ({
  accountId: metadata.accountId,
  source: { stream, revision, position: String(position), eventId },
  bodyVersion: 3 as const,
  at: event.type === 'SubmissionCreated' ? arrivedAt(event.data) : event.data.at,
});
