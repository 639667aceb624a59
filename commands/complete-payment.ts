import { ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import { submission } from '../domain/submission/decider.ts';
import type { Payment } from '../domain/submission/events.ts';
import type { CommandContext } from '../log/aggregates.ts';
import type { CommandDeps } from './support/deps.ts';
import { invalid, notFound, type Refusal } from './support/refusal.ts';

export interface PaymentRequest {
  readonly submissionId: string;
  /** `paidAt` is the present time by default. */
  readonly payment: Omit<Payment, 'paidAt'> & { readonly paidAt?: string };
}

/**
 * Records the payment of a submission of the context's account. Repeating the same payment has no effect;
 * another payment is refused with `already_exists`.
 */
export async function completePayment(
  deps: Pick<CommandDeps, 'aggregates' | 'definitions' | 'now'>,
  { submissionId, payment }: PaymentRequest,
  context: CommandContext,
): Promise<Result<{ readonly payment: Payment; readonly position: bigint | null }, Refusal>> {
  const stream = streamOf.submission(submissionId);
  const { state } = await deps.aggregates.load(submission, stream);
  if (!state.exists || state.created.accountId !== context.accountId) return notFound;
  const { fieldKey } = payment;
  const { questions } = await deps.definitions.of(state.created.form);
  if (!questions.some(({ key, kind }) => key === fieldKey && kind === 'payment'))
    return invalid('The payment does not belong to a question.', [
      { path: '/field_key', code: 'invalid_option', message: 'The form has no payment field with this key.' },
    ]);
  const at = deps.now().toISOString();
  const completed = await deps.aggregates.execute(
    submission,
    stream,
    [{ type: 'CompletePayment', payment: { paidAt: at, ...payment }, at }],
    context,
  );
  if (!completed.ok) return completed;
  const { state: paid, position } = completed.value;
  if (!paid.exists || !paid.payment) throw new Error(`submission ${submissionId} was paid and is not`);
  return ok({ payment: paid.payment, position });
}
