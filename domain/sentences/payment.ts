import type { PaymentEvent } from '../payment/events.ts';
import type { PaymentProviderEvent, UnmatchedReason } from '../payment-provider/events.ts';
import { type Author, quoted, say, type Sentence, subject } from './sentence.ts';

const providers: Readonly<Record<string, string>> = { stripe: 'Stripe' };
export const providerName = (provider: string): string => providers[provider] ?? provider;

const unmatched: Readonly<Record<UnmatchedReasonName, string>> = {
  unknown_submission: 'the account has no such submission',
  erased: 'the submission was erased',
  unreadable_payment: 'its payment could not be read',
};
type UnmatchedReasonName = (typeof UnmatchedReason)['enum'][number];

export const paymentSentence = ({ data }: PaymentEvent): Sentence =>
  say`A payment was assigned to ${subject('submission', data.submissionId)}.`;

export function paymentProviderSentence(
  who: Author,
  event: PaymentProviderEvent,
  provider: string,
): Sentence {
  const name = providerName(provider);
  switch (event.type) {
    case 'PaymentProviderConfigured':
      return say`${who} set the signing secret for events of ${name}.`;
    case 'PaymentProviderSecretResealed':
      return say`${who} encrypted the signing secret of ${name} with another master key.`;
    case 'PaymentProviderRemoved':
      return say`${who} removed the signing secret of ${name}: its events are no longer accepted.`;
    case 'PaymentEventUnmatched': {
      const { eventType, reason } = event.data;
      return say`${name} reported ${quoted(eventType)}, which belongs to no submission: ${unmatched[reason]}.`;
    }
    default:
      return event satisfies never;
  }
}
