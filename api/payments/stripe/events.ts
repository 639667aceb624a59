import Type, { type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { ReceivedPaymentEvent } from '../../../commands/payment/receive-payment-event.ts';
import { ConfirmedPayment } from '../../../domain/submission/events.ts';
import { fromStripeAmount } from './amounts.ts';

const Nullable = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

/** The members of an event that are read; Stripe sends many more. */
const StripeEvent = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 255 }),
  type: Type.String({ maxLength: 255 }),
  /** Unix time in seconds. */
  created: Type.Integer({ minimum: 0, maximum: 253_402_300_799 }),
  data: Type.Object({ object: Type.Record(Type.String(), Type.Unknown()) }),
});

const Reference = Type.Object({
  metadata: Nullable(
    Type.Object({ submission_id: Type.Optional(Type.String()), field_key: Type.Optional(Type.String()) }),
  ),
  client_reference_id: Nullable(Type.String()),
});

const Intent = Type.Object({ id: Type.String(), amount_received: Type.Integer(), currency: Type.String() });

/** A session that sets up a later payment has neither an amount nor a currency. */
const UnpaidSession = Type.Object({ payment_status: Type.Enum(['unpaid', 'no_payment_required']) });

const PaidSession = Type.Object({
  id: Type.String(),
  payment_intent: Nullable(Type.String()),
  payment_status: Type.Literal('paid'),
  amount_total: Type.Integer(),
  currency: Type.String(),
});

interface StripePayment {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
}

/** Returns the payment of an event's object; null if the object cannot be read; `unpaid` if nothing was paid. */
type PaymentReader = (object: unknown) => StripePayment | 'unpaid' | null;

const ofSession: PaymentReader = (object) => {
  if (Value.Check(UnpaidSession, object)) return 'unpaid';
  if (!Value.Check(PaidSession, object)) return null;
  const { id, payment_intent: intent, amount_total: amount, currency } = object;
  // A session and its payment intent are one payment, which both of their events report.
  return { id: intent ?? id, amount, currency };
};

const paymentReaders: Readonly<Record<string, PaymentReader>> = {
  'payment_intent.succeeded': (object) => {
    if (!Value.Check(Intent, object)) return null;
    const { id, amount_received: amount, currency } = object;
    return { id, amount, currency };
  },
  'checkout.session.completed': ofSession,
  // Payment methods that take days complete the session first and are paid later.
  'checkout.session.async_payment_succeeded': ofSession,
};

const submissionIdForm = /^[0-9A-Za-z]{20}$/;

/**
 * Reads an event of Stripe.
 * @returns null for an event that does not concern the service: it has another type, nothing was paid, or it names no
 * submission
 */
export function readStripeEvent(value: unknown): ReceivedPaymentEvent | null {
  if (!Value.Check(StripeEvent, value)) return null;
  const { id: eventId, type: eventType, created, data } = value;
  const reader = Object.hasOwn(paymentReaders, eventType) ? paymentReaders[eventType] : undefined;
  const reference = referenceIn(data.object);
  if (!reader || !reference) return null;
  const paid = reader(data.object);
  if (paid === 'unpaid') return null;
  return {
    provider: 'stripe',
    eventId,
    eventType,
    submissionId: submissionIdForm.test(reference.submission) ? reference.submission : null,
    paymentId: paid && paid.id.length <= 255 ? paid.id : null,
    payment: paid && confirmationOf(paid, reference.field),
    at: new Date(created * 1_000).toISOString(),
  };
}

/** Returns the submission that an object names, and the field; null if it names none. */
function referenceIn(object: unknown): { readonly submission: string; readonly field: string | null } | null {
  if (!Value.Check(Reference, object)) return null;
  const { metadata, client_reference_id: reference } = object;
  const field = metadata?.field_key || null;
  if (metadata?.submission_id !== undefined) return { submission: metadata.submission_id, field };
  // Other shops of the account keep references of their own there.
  return reference && submissionIdForm.test(reference) ? { submission: reference, field } : null;
}

/** Returns the confirmation of a payment; null if the log cannot hold it. */
function confirmationOf(
  { id, amount, currency }: StripePayment,
  field: string | null,
): ConfirmedPayment | null {
  const code = currency.toUpperCase();
  const payment = {
    id,
    provider: 'stripe',
    amount: fromStripeAmount(amount, code),
    currency: code,
    paidAt: null,
    field,
  };
  return Value.Check(ConfirmedPayment, payment) ? payment : null;
}
