import { paymentProvider } from '../../domain/payment-provider/decider.ts';
import type { PaymentProvider, UnmatchedReason } from '../../domain/payment-provider/events.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { ConfirmedPayment } from '../../domain/submission/events.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { CommandDeps } from '../deps.ts';
import type { EarlierPayments } from './assign-payment.ts';
import { completePayment } from './complete-payment.ts';

/** An event of a payment provider that names a submission and says that it was paid. */
export interface ReceivedPaymentEvent {
  readonly provider: PaymentProvider;
  /** The provider's id and type of the event. */
  readonly eventId: string;
  readonly eventType: string;
  /** Null if what the event names cannot be the id of a submission. */
  readonly submissionId: string | null;
  readonly paymentId: string | null;
  /** Null if the event's payment cannot be read. */
  readonly payment: ConfirmedPayment | null;
  /** The time of the event, ISO 8601. */
  readonly at: string;
}

/** `refused`: recorded in the history of the submission; `unmatched`: recorded with the account's provider. */
export type ReceivedOutcome = 'paid' | 'refused' | 'unmatched';

interface Deps extends Pick<CommandDeps, 'aggregates' | 'definitions' | 'now'> {
  readonly earlierPayments: EarlierPayments;
}

/**
 * Confirms the payment that a provider's event reports, or records why the event does not fit. Receiving an event again
 * has no effect.
 * @throws LogUnavailable, and what `earlierPayments` throws
 */
export async function receivePaymentEvent(
  deps: Deps,
  event: ReceivedPaymentEvent,
  context: CommandContext,
): Promise<ReceivedOutcome> {
  const outcome = await confirm(deps, event, context);
  if (outcome === 'paid' || outcome === 'refused') return outcome;
  const { provider, eventId, eventType, submissionId, paymentId } = event;
  // Refused if the provider has been removed since the signature was verified.
  await deps.aggregates.execute(
    paymentProvider,
    streamOf.paymentProvider(context.accountId, provider),
    [
      {
        type: 'RecordUnmatchedEvent',
        eventId,
        eventType,
        submissionId,
        paymentId,
        reason: outcome,
        at: deps.now().toISOString(),
      },
    ],
    context,
  );
  return 'unmatched';
}

async function confirm(
  deps: Deps,
  { submissionId, payment, at }: ReceivedPaymentEvent,
  context: CommandContext,
): Promise<'paid' | 'refused' | UnmatchedReason> {
  if (submissionId === null) return 'unknown_submission';
  if (!payment) return 'unreadable_payment';
  try {
    const completed = await completePayment(deps, { submissionId, payment, receivedAt: at }, context);
    if (completed.ok) return 'paid';
    const { code } = completed.error;
    if (code === 'payment_refused') return 'refused';
    if (code === 'erased') return 'erased';
    if (code === 'not_found') return 'unknown_submission';
    throw new Error(`the payment of submission ${submissionId} was not recorded: ${code}`);
  } catch (error) {
    if (error instanceof StreamErased) return 'erased';
    throw error;
  }
}
