import { counted } from '../check.ts';
import { moneyText } from '../submission/currencies.ts';
import type { PaymentRefusalReason, SubmissionEvent } from '../submission/events.ts';
import { providerName } from './payment.ts';
import { type Author, moment, quoted, say, type Sentence, subject } from './sentence.ts';

type Of<T extends SubmissionEvent['type']> = Extract<SubmissionEvent, { type: T }>['data'];

const refusals: Readonly<Record<PaymentRefusalReason, string>> = {
  incomplete: 'the submission is not complete',
  no_payment_field: 'the form has no payment field',
  unknown_field: 'the form has no payment field of this name',
  ambiguous_field: 'several payment fields are answered, and the confirmation names none of them',
  not_answered: 'the payment field was not answered',
  different_currency: 'the currency differs from the answer',
  different_amount: 'the amount differs from the answer',
  already_paid: 'the submission was paid with another payment',
  contradiction: 'the submission was paid with this payment, which the confirmation describes differently',
  payment_used: 'the payment belongs to another submission',
};

function createdSentence(
  who: Author,
  { form, importedAt, isComplete, at }: Of<'SubmissionCreated'>,
): Sentence {
  const title = subject('form', form.id);
  if (importedAt !== undefined)
    return say`${who} imported a submission of the form ${title} that was made at ${moment(at)}.`;
  return isComplete
    ? say`${who} sent the form ${title}.`
    : say`${who} sent the form ${title} without all of its answers.`;
}

function correctedSentence(who: Author, { form, reason }: Of<'SubmissionCorrected'>): Sentence {
  const words = reason === null ? '' : ` Reason: ${quoted(reason)}.`;
  return say`${who} corrected the answers to the form ${subject('form', form.id)}.${words}`;
}

export function submissionSentence(who: Author, event: SubmissionEvent): Sentence {
  switch (event.type) {
    case 'SubmissionCreated':
      return createdSentence(who, event.data);
    case 'SubmissionStarted':
      return say`${who} began to answer the form ${subject('form', event.data.form.id)}.`;
    case 'SubmissionSaved':
      return say`${who} saved ${counted(event.data.changes.length, 'changed answer')}, to be completed until ${moment(event.data.expiresAt)}.`;
    case 'SubmissionCompleted':
      return say`${who} completed the answers and sent the form ${subject('form', event.data.form.id)}.`;
    case 'SubmissionCorrected':
      return correctedSentence(who, event.data);
    case 'SubmissionExpired':
      return say`The submission expired, because it was not completed in time.`;
    case 'SubmissionLinksRevoked':
      return say`${who} made the links void with which the respondent could correct the answers.`;
    case 'SubmissionReservationLapsed':
      return say`The place of the submission in the month's quota was given back before the submission was made.`;
    case 'SubmissionPaymentCompleted': {
      const { amount, currency, provider } = event.data.payment;
      return say`The submission was paid: ${moneyText(amount, currency)} with ${providerName(provider)}.`;
    }
    case 'SubmissionPaymentRefused': {
      const { payment, reason } = event.data;
      return say`A payment of ${moneyText(payment.amount, payment.currency)} with ${providerName(payment.provider)} was refused, because ${refusals[reason]}.`;
    }
    default:
      return event satisfies never;
  }
}
