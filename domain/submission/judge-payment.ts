import { isRecord } from '../check.ts';
import type { AskedQuestion } from '../form/definition.ts';
import type { ConfirmedPayment, ExpectedPayment, Payment, PaymentRefusalReason } from './events.ts';
import type { PresentSubmission } from './present.ts';

export type PaymentVerdict =
  /** The payment fits the answer to this field, and the submission is not paid yet. */
  | { readonly verdict: 'fits'; readonly field: Pick<AskedQuestion, 'fieldId' | 'key'> }
  /** The submission is paid with this payment. */
  | { readonly verdict: 'paid'; readonly payment: Payment }
  | ({ readonly verdict: 'refused' } & PaymentFault);

export interface PaymentFault {
  readonly reason: PaymentRefusalReason;
  /** The recorded payment or the answer; null if there is neither to compare the confirmation with. */
  readonly expected: ExpectedPayment | null;
}

/** A submission that should be paid. */
export interface Payable {
  readonly present: Pick<PresentSubmission, 'isComplete' | 'answers'>;
  readonly payment: Payment | null;
}

/**
 * Compares the confirmation of a payment with the submission that it should pay: with the recorded payment, if there is
 * one, otherwise with the answer. Amounts are integers in the currency's minor unit.
 * @param questions the questions of the form at the revision that was answered
 */
export function judgePayment(
  confirmed: ConfirmedPayment,
  { present, payment }: Payable,
  questions: readonly AskedQuestion[],
): PaymentVerdict {
  if (payment) return compareWithRecorded(confirmed, payment);
  if (!present.isComplete) return refused('incomplete');
  const fields = questions.flatMap((question, index) =>
    question.kind === 'payment' ? [{ ...question, due: dueOf(present.answers[index]) }] : [],
  );
  if (fields.length === 0) return refused('no_payment_field');
  const named = findField(fields, confirmed.field);
  if (typeof named === 'string') return refused(named);
  const { fieldId, key, due } = named;
  if (!due) return refused('not_answered');
  const expected = { fieldId, fieldKey: key, ...due, paidAt: null };
  if (due.currency !== confirmed.currency) return refused('different_currency', expected);
  if (due.amount !== confirmed.amount) return refused('different_amount', expected);
  return { verdict: 'fits', field: { fieldId, key } };
}

/** Whether both are the same payment of the same provider. The case of a provider's name does not matter. */
export const isSamePayment = (
  one: Pick<Payment, 'id' | 'provider'>,
  other: Pick<Payment, 'id' | 'provider'>,
): boolean => one.id === other.id && one.provider.toLowerCase() === other.provider.toLowerCase();

/** A submission is paid once. A repeated confirmation must not contradict the recorded payment. */
function compareWithRecorded(confirmed: ConfirmedPayment, payment: Payment): PaymentVerdict {
  const { fieldId, fieldKey, amount, currency, paidAt } = payment;
  if (!isSamePayment(confirmed, payment)) return refused('already_paid');
  const repeats =
    confirmed.amount === amount &&
    confirmed.currency === currency &&
    (confirmed.paidAt === null || confirmed.paidAt === paidAt) &&
    (confirmed.field === null || confirmed.field === fieldKey || confirmed.field === fieldId);
  if (repeats) return { verdict: 'paid', payment };
  return refused('contradiction', {
    ...(fieldId !== undefined && { fieldId }),
    fieldKey,
    amount,
    currency,
    paidAt,
  });
}

interface PaymentField extends AskedQuestion {
  readonly due: Due | null;
}

/** Returns the payment field of this key or id; without a name, the only one that was answered. */
function findField(
  fields: readonly PaymentField[],
  name: string | null,
): PaymentField | 'unknown_field' | 'ambiguous_field' | 'not_answered' {
  if (name !== null)
    return (
      fields.find(({ key }) => key === name) ??
      fields.find(({ fieldId }) => fieldId === name) ??
      'unknown_field'
    );
  const [first, second] = fields.filter(({ due }) => due !== null);
  return first && second ? 'ambiguous_field' : (first ?? 'not_answered');
}

type Due = Pick<Payment, 'amount' | 'currency'>;

/** Returns what an answer to a payment field says; null if it says nothing. */
function dueOf(answer: unknown): Due | null {
  if (!isRecord(answer)) return null;
  const { amount, currency } = answer;
  return typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : null;
}

const refused = (reason: PaymentRefusalReason, expected: ExpectedPayment | null = null): PaymentVerdict => ({
  verdict: 'refused',
  reason,
  expected,
});
