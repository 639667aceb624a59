import type { AttemptOutcome, CancelReason, DeliveryEvent } from '../delivery/events.ts';
import type { DeliveryKind } from '../destination/events.ts';
import { type Author, moment, quoted, say, type Sentence, subject } from './sentence.ts';

type Of<T extends DeliveryEvent['type']> = Extract<DeliveryEvent, { type: T }>['data'];

/** What a webhook tells its receiver, after “a webhook that”. */
export const webhookTopics: Readonly<Record<DeliveryKind, string>> = {
  'submission.created': 'a submission was created',
  'submission.payment_completed': 'a submission was paid',
  'submission.corrected': 'a submission was corrected',
  'form.published': 'a form was published',
  ping: 'a test was requested',
};

const failures: Readonly<Record<Extract<AttemptOutcome, { kind: 'error' }>['errorClass'], string>> = {
  timeout: 'no answer in time',
  network: 'not reachable',
  tls: 'no secure connection',
  forbidden_address: 'the address is not permitted',
  invalid_response: 'not an HTTP response',
};

/** An outcome in short, such as `503` or `no answer in time`. */
export const outcomeText = (outcome: AttemptOutcome): string =>
  outcome.kind === 'response' ? String(outcome.status) : failures[outcome.errorClass];

const cancellations: Readonly<Record<CancelReason, string>> = {
  destination_removed: 'the destination was removed',
  source_erased: 'the submission was erased',
  event_withdrawn: 'the destination no longer takes this kind of event',
  form_withdrawn: 'the destination no longer takes events of this form',
  questions_withdrawn: 'the destination no longer takes one of its questions',
  no_question_chosen: 'none of the chosen questions belongs to the form',
  requested: 'a person cancelled it',
};

const endings: Readonly<Record<Of<'DeliveryExhausted'>['reason'], string>> = {
  attempt_limit: 'the last planned attempt failed too',
  rejected: 'the receiver refused the webhook',
  gone: 'the receiver answered 410 and wants no more webhooks',
  not_repeated: 'a test is sent once',
};

/** The destination of an event, which only the first event of a delivery and its attempts name. */
const to = (data: {
  readonly destinationId?: string;
  readonly planned?: { readonly destinationId?: string } | undefined;
}): Sentence => {
  const id = data.destinationId ?? data.planned?.destinationId;
  return id === undefined ? say`its destination` : say`${subject('destination', id)}`;
};

function attemptSentence(data: Of<'DeliveryAttempted'>): Sentence {
  const { attempt, outcome, nextAttemptAt, succeeded } = data;
  const again = attempt > 1 ? ` (attempt ${attempt})` : '';
  const then =
    nextAttemptAt === null
      ? succeeded === true
        ? 'delivered'
        : 'no further attempt is planned'
      : `next attempt at ${moment(nextAttemptAt)}`;
  return say`Sent to ${to(data)}${again}: ${outcomeText(outcome)}, ${then}.`;
}

function cancelSentence(who: Author, { reason, note, recoveryId }: Of<'DeliveryCancelled'>): Sentence {
  if (reason !== 'requested') return say`The webhook was cancelled, because ${cancellations[reason]}.`;
  const words = note === undefined ? '' : ` Reason: ${quoted(note)}.`;
  if (recoveryId === undefined) return say`${who} cancelled the webhook.${words}`;
  return say`A ${subject('recovery', recoveryId)} cancelled the webhook.${words}`;
}

export function deliverySentence(who: Author, event: DeliveryEvent): Sentence {
  switch (event.type) {
    case 'DeliveryScheduled': {
      const { kind, dueAt } = event.data;
      return say`A webhook to ${to(event.data)} was planned, because ${webhookTopics[kind]}; first attempt at ${moment(dueAt)}.`;
    }
    case 'DeliverySkipped':
      return say`The webhook was not sent to ${to(event.data)}, because the destination was disabled.`;
    case 'DeliveryAttempted':
      return attemptSentence(event.data);
    case 'DeliverySucceeded':
      return say`The webhook arrived with attempt ${event.data.attempt}.`;
    case 'DeliveryExhausted':
      return say`No further attempt is made to ${to(event.data)}, because ${endings[event.data.reason]}.`;
    case 'DeliveryCancelled':
      return cancelSentence(who, event.data);
    case 'DeliveryReplayRequested': {
      const { recoveryId } = event.data;
      if (recoveryId === undefined) return say`${who} asked to send the webhook again.`;
      return say`A ${subject('recovery', recoveryId)} asked to send the webhook again.`;
    }
    default:
      return event satisfies never;
  }
}
