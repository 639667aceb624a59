import { derivedId } from '../../domain/derived-id.ts';
import { payment, type PaymentCommand } from '../../domain/payment/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { Payment } from '../../domain/submission/events.ts';
import { isSamePayment } from '../../domain/submission/judge-payment.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { CommandDeps } from '../deps.ts';

type ProviderPayment = Pick<Payment, 'id' | 'provider'>;

/**
 * Returns the ids of the account's submissions that are paid with a payment. Earlier releases recorded payments without
 * assigning them first.
 */
export type EarlierPayments = (accountId: string, payment: ProviderPayment) => Promise<readonly string[]>;

type Deps = Pick<CommandDeps, 'aggregates' | 'now'>;

/** Names a payment of an account's provider. The case of the provider's name does not matter. */
const paymentIdOf = (accountId: string, { id, provider }: ProviderPayment): string =>
  derivedId(accountId, 'payments', provider.toLowerCase(), id);

/** Assigns a payment, if it is not assigned yet or to the submission `instead`. */
function assign(
  { aggregates, now }: Deps,
  stream: string,
  { submissionId, instead }: Pick<PaymentCommand, 'submissionId' | 'instead'>,
  context: CommandContext,
) {
  const command: PaymentCommand = { type: 'AssignPayment', submissionId, instead, at: now().toISOString() };
  return aggregates.execute(payment, stream, [command], context);
}

/**
 * Assigns a payment to the submission that it has paid, unless it is assigned already. After the submission is erased, nothing
 * else says that the payment is used.
 * @throws LogUnavailable
 */
export async function assignPaidWith(
  deps: Deps,
  paid: ProviderPayment,
  submissionId: string,
  context: CommandContext,
): Promise<void> {
  const stream = streamOf.payment(paymentIdOf(context.accountId, paid));
  await assign(deps, stream, { submissionId, instead: null }, context);
}

/**
 * Assigns a payment to a submission before the submission is paid. The payment's own stream decides which submission
 * gets it, whichever processes ask. An assignment is permanent, also after its submission was erased, unless another
 * payment has paid that submission first. A payment with which an earlier release recorded a submission as paid is assigned to
 * that submission.
 * @returns null; the id of the other submission if the payment is assigned to one
 * @throws LogUnavailable, and what `earlierPayments` throws
 */
export async function assignPayment(
  deps: Deps & { readonly earlierPayments: EarlierPayments },
  confirmed: ProviderPayment,
  submissionId: string,
  context: CommandContext,
): Promise<string | null> {
  const { aggregates, earlierPayments } = deps;
  const stream = streamOf.payment(paymentIdOf(context.accountId, confirmed));
  if ((await aggregates.load(payment, stream)).state.submissionId === null) {
    const [earlier] = await earlierPayments(context.accountId, confirmed);
    if (earlier !== undefined) await assign(deps, stream, { submissionId: earlier, instead: null }, context);
  }
  for (let instead: string | null = null; ;) {
    const assigned = await assign(deps, stream, { submissionId, instead }, context);
    if (assigned.ok) return null;
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
