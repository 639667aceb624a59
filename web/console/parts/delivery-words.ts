import type { CancelReason } from '../../../domain/delivery/events.ts';
import { type DeliveryStatus, deliveryStatuses } from '../../../domain/delivery/state.ts';
import { type DeliveryKind, deliveryKinds } from '../../../domain/destination/events.ts';
import type { HeldReason } from '../../../projections/read-models/deliveries/held-deliveries.ts';
import type { DeliverySummary } from '../../../projections/read-models/deliveries/queries.ts';
import { describeOutcome } from './outcome.tsx';

/** The kinds of deliveries as people read them. */
export const kindLabels: Readonly<Record<DeliveryKind, string>> = {
  'submission.created': 'Submission created',
  'submission.payment_completed': 'Payment completed',
  'submission.corrected': 'Submission corrected',
  'form.published': 'Form published',
  ping: 'Test',
};

const statusLabels: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'Pending: an attempt is planned',
  succeeded: 'Succeeded',
  exhausted: 'Exhausted: every attempt failed',
  failed: 'Failed: refused, not retried',
  skipped: 'Skipped: destination disabled',
  cancelled: 'Cancelled',
};

/** The kinds and statuses with their labels, for choices. */
export const kindChoices = deliveryKinds.map((kind) => [kind, kindLabels[kind]] as const);
export const statusChoices = deliveryStatuses.map((status) => [status, statusLabels[status]] as const);

/** Why a delivery was cancelled. */
export const cancelReasons: Readonly<Record<CancelReason, string>> = {
  destination_removed: 'the destination was removed',
  source_erased: 'the submission was erased',
  event_withdrawn: 'the destination no longer wants this kind of event',
  form_withdrawn: 'the destination no longer wants events of this form',
  questions_withdrawn: 'the destination no longer wants an answer that the webhook contains',
  no_question_chosen: 'the destination has chosen no question of this form',
  requested: 'it was cancelled manually',
};

const heldReasons: Readonly<Record<HeldReason, string>> = {
  destination_disabled: 'the destination is disabled',
  destination_removed: 'the destination was removed',
  account_budget: 'other attempts use up the limit of the account',
  host_budget: 'other attempts use up the limit of the host',
};

/** The reason for the status of a delivery, in words; null for a status without one. */
export function reasonOf(delivery: DeliverySummary, held: HeldReason | null): string | null {
  const { status, last_outcome: last, attempt_count: count, cancellation } = delivery;
  const answer = last === null ? null : describeOutcome(last).reason;
  const tried = answer !== null && count > 1 ? `${answer}, ${count} attempts` : answer;
  switch (status) {
    case 'pending':
      return held === null ? (tried ?? 'Not tried yet') : `Waits: ${heldReasons[held]}`;
    case 'skipped':
      return 'The destination was disabled';
    case 'cancelled':
      return cancellation ? `Because ${cancelReasons[cancellation.reason]}` : null;
    case 'succeeded':
    case 'exhausted':
    case 'failed':
      return tried;
    default:
      return status satisfies never;
  }
}
