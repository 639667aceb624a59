import type { PaymentRefusal } from '../../commands/refusal.ts';
import { moneyText } from '../../domain/submission/currencies.ts';
import type {
  ExpectedPayment,
  PaymentRefusalReason,
  RefusedPayment,
} from '../../domain/submission/events.ts';

/** Why a confirmation does not pay a submission, in words. */
export const paymentRefusals: Readonly<Record<PaymentRefusalReason, string>> = {
  incomplete: 'The submission is not complete.',
  no_payment_field: 'The form has no payment field.',
  unknown_field: 'The form has no payment field with this key or id.',
  ambiguous_field: 'Several payment fields are answered, and the confirmation names none of them.',
  not_answered: 'The payment field was not answered.',
  different_currency: 'The currency of the payment differs from the answer.',
  different_amount: 'The amount of the payment differs from the answer.',
  already_paid: 'The submission was paid with another payment.',
  contradiction:
    'The submission was paid with this payment, but the confirmation differs from the recorded one.',
  payment_used: 'The payment belongs to another submission.',
};

/** A recorded refusal in words, with the payment and what it was compared with. */
export function refusalInWords({ reason, payment, expected }: Omit<RefusedPayment, 'at'>): string {
  const { id, provider, amount, currency } = payment;
  const paid = `Payment ${id} of ${provider}: ${moneyText(amount, currency)}`;
  const expectation = expected ? `, expected: ${moneyText(expected.amount, expected.currency)}` : '';
  return `${paymentRefusals[reason]} ${paid}${expectation}.`;
}

const conflicts: readonly PaymentRefusalReason[] = ['already_paid', 'contradiction', 'payment_used'];

/**
 * Describes a refused payment as an error of the catalogue.
 * @param mayReadAnswers whether the caller may see the answer that the confirmation was compared with
 */
export const describePaymentRefusal = (
  { reason, payment, expected, usedFor }: PaymentRefusal,
  mayReadAnswers: boolean,
) => ({
  code: conflicts.includes(reason) ? ('conflict' as const) : ('payment_mismatch' as const),
  message: paymentRefusals[reason],
  details: {
    reason,
    given: shown({ ...payment, fieldKey: payment.field }),
    ...(mayReadAnswers && { expected: expected && shown(expected) }),
    ...(usedFor !== null && { submission_id: usedFor }),
  },
});

const shown = ({
  fieldKey,
  amount,
  currency,
  paidAt,
}: Omit<ExpectedPayment, 'fieldKey'> & { readonly fieldKey: string | null }) => ({
  field_key: fieldKey,
  amount,
  currency,
  paid_at: paidAt,
});
