import Type, { type Static } from 'typebox';
import { SealedSecret } from '../destination/events.ts';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

/** The payment providers whose own webhooks the service receives. */
export const PaymentProvider = Type.Enum(['stripe']);
export type PaymentProvider = Static<typeof PaymentProvider>;

/** Why an event of a provider confirms no payment. */
export const UnmatchedReason = Type.Enum([
  /** The account has no submission of this id. */
  'unknown_submission',
  'erased',
  /** The event names a submission, but its payment has members or an amount that cannot be read. */
  'unreadable_payment',
]);
export type UnmatchedReason = Static<typeof UnmatchedReason>;

const Text = Type.String({ maxLength: 255 });

/** An event of a provider that belongs to no submission. The provider's ids find it in the provider's own records. */
export const UnmatchedEvent = Type.Object({
  eventId: Text,
  eventType: Text,
  reason: UnmatchedReason,
  /** Null if the event names something that cannot be the id of a submission. */
  submissionId: Type.Union([Text, Type.Null()]),
  paymentId: Type.Union([Text, Type.Null()]),
  at: Timestamp,
});
export type UnmatchedEvent = Static<typeof UnmatchedEvent>;

/** The events of an account's settings for one payment provider. */
export const paymentProviderEvents = {
  /** From now on the provider's webhooks are signed with this secret alone. */
  PaymentProviderConfigured: v1(
    Type.Object({ accountId: Type.String(), provider: PaymentProvider, secret: SealedSecret, at: Timestamp }),
  ),
  /** The secret is unchanged, and encrypted with another master key. */
  PaymentProviderSecretResealed: v1(Type.Object({ secret: SealedSecret, at: Timestamp })),
  PaymentProviderRemoved: v1(Type.Object({ at: Timestamp })),
  PaymentEventUnmatched: v1(UnmatchedEvent),
};

export type PaymentProviderEvent = EventOf<typeof paymentProviderEvents>;
