import { audit } from '../../domain/audit/decider.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { ConfirmedPayment, Payment } from '../../domain/submission/events.ts';
import { judgePayment, type PaymentFault } from '../../domain/submission/judge-payment.ts';
import type { SubmissionState } from '../../domain/submission/state.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { Folded } from '../../log/stream-cache.ts';
import type { CommandDeps } from '../deps.ts';
import { notFound, type Refusal } from '../refusal.ts';
import { assignPayment, type EarlierPayments } from './assign-payment.ts';

export interface PaymentRequest {
  readonly submissionId: string;
  readonly payment: ConfirmedPayment;
  /** The time of the payment if the confirmation does not say it; by default the present. ISO 8601. */
  readonly receivedAt?: string;
}

export interface CompletedPayment {
  readonly payment: Payment;
  readonly position: bigint | null;
}

interface Deps extends Pick<CommandDeps, 'aggregates' | 'definitions' | 'now'> {
  readonly earlierPayments: EarlierPayments;
}

/**
 * Records that a submission of the context's account was paid, if the payment fits the answer: its field, amount and
 * currency. A submission is paid once, and a payment pays one submission. The payment is assigned first and the
 * submission paid next: after a crash in between, a repeated confirmation completes the payment. Repeating a
 * confirmation has no effect.
 * @returns `payment_refused` for a confirmation that does not fit, which is recorded with the submission; `erased`
 * @throws StreamErased once the log no longer holds the submission, LogUnavailable, and what `earlierPayments` throws
 */
export async function completePayment(
  deps: Deps,
  request: PaymentRequest,
  // Repeating is harmless, and a refused confirmation may be completed later under the same key.
  { requestKey: _, ...context }: CommandContext,
): Promise<Result<CompletedPayment, Refusal>> {
  const { aggregates, now } = deps;
  const { submissionId, payment: confirmed } = request;
  const stream = streamOf.submission(submissionId);
  const before = await aggregates.load(submission, stream);
  if (!before.state.exists || before.state.present.accountId !== context.accountId) return notFound;
  const facts = await aggregates.load(audit, streamOf.audit(context.accountId));
  if (facts.state.open.has(submissionId)) return err({ code: 'erased' });
  const first = await judge(deps, confirmed, before);
  if (first.verdict === 'paid') return ok(first);
  if (first.verdict === 'refused') return refuse(deps, request, first, context);
  const other = await assignPayment(deps, confirmed, submissionId, context);
  if (other !== null) {
    const fault = { reason: 'payment_used', expected: null } as const;
    return refuse(deps, request, fault, context, other);
  }
  const at = now().toISOString();
  const { id, provider, amount, currency } = confirmed;
  const paidAt = confirmed.paidAt ?? request.receivedAt ?? at;
  const { fieldId, key: fieldKey } = first.field;
  const payment = { id, provider, amount, currency, paidAt, fieldKey, fieldId };
  const command = { type: 'CompletePayment', payment, at } as const;
  const completed = await aggregates.execute(submission, stream, [command], context);
  // Another confirmation may have paid the submission first.
  const after = completed.ok ? completed.value : await aggregates.load(submission, stream);
  const last = await judge(deps, confirmed, after);
  if (last.verdict === 'paid') return ok(last);
  if (last.verdict === 'refused') return refuse(deps, request, last, context);
  throw new Error(`submission ${submissionId} was paid and is not`);
}

async function judge(
  { definitions }: Pick<Deps, 'definitions'>,
  confirmed: ConfirmedPayment,
  { state, position }: Folded<SubmissionState>,
) {
  if (!state.exists) throw new Error('a submission that was paid does not exist');
  const { questions } = await definitions.of(state.present.form);
  const verdict = judgePayment(confirmed, state, questions);
  return { ...verdict, position };
}

/** Records a refusal in the history of the submission. @param usedFor the submission that the payment pays */
async function refuse(
  { aggregates, now }: Pick<Deps, 'aggregates' | 'now'>,
  { submissionId, payment }: PaymentRequest,
  { reason, expected }: PaymentFault,
  context: CommandContext,
  usedFor: string | null = null,
): Promise<Result<never, Refusal>> {
  const at = now().toISOString();
  const command = { type: 'RefusePayment', reason, payment, expected, at } as const;
  const recorded = await aggregates.execute(
    submission,
    streamOf.submission(submissionId),
    [command],
    context,
  );
  if (!recorded.ok) return recorded;
  return err({ code: 'payment_refused', reason, payment, expected, usedFor });
}
