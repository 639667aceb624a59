import { payment, type PaymentCommand } from '../../domain/payment/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { Payment } from '../../domain/submission/events.ts';
import { isSamePayment } from '../../domain/submission/judge-payment.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { derivedId } from '../../log/ids.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { CommandDeps } from './deps.ts';

type ProviderPayment = Pick<Payment, 'id' | 'provider'>;

/** Names a payment of an account's provider. The case of the provider's name does not matter. */
const paymentIdOf = (accountId: string, { id, provider }: ProviderPayment): string =>
  derivedId(accountId, 'payments', provider.toLowerCase(), id);

/**
 * Assigns a payment to a submission before the submission is paid. The payment's own stream decides which submission
 * gets it, whichever processes ask. An assignment is permanent, also after its submission was erased, unless another
 * payment has paid that submission first.
 * @returns null; the id of the other submission if the payment is assigned to one
 * @throws LogUnavailable
 */
export async function assignPayment(
  { aggregates, now }: Pick<CommandDeps, 'aggregates' | 'now'>,
  confirmed: ProviderPayment,
  submissionId: string,
  context: CommandContext,
): Promise<string | null> {
  const stream = streamOf.payment(paymentIdOf(context.accountId, confirmed));
  for (let instead: string | null = null; ;) {
    const at = now().toISOString();
    const command: PaymentCommand = { type: 'AssignPayment', submissionId, instead, at };
    const assigned = await aggregates.execute(payment, stream, [command], context);
    if (assigned.ok) return null;
    if (assigned.error.code === 'revision_mismatch') throw new Error(`${stream} was not read`);
    const holder: string = assigned.error.submissionId;
    if (holder === instead || !(await isPaidOtherwise(aggregates, confirmed, holder))) return holder;
    instead = holder;
  }
}

/** Whether a submission is paid with another payment. If it is, no confirmation of this payment can pay it any more. */
async function isPaidOtherwise(
  aggregates: CommandDeps['aggregates'],
  confirmed: ProviderPayment,
  submissionId: string,
): Promise<boolean> {
  try {
    const { state } = await aggregates.load(submission, streamOf.submission(submissionId));
    return state.exists && state.payment !== null && !isSamePayment(state.payment, confirmed);
  } catch (error) {
    if (error instanceof StreamErased) return false;
    throw error;
  }
}
