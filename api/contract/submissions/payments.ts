import Type from 'typebox';
import { Payment } from '../../../domain/submission/events.ts';
import { foreignNamePattern } from '../../../domain/text.ts';
import { at } from '../examples.ts';
import { operations } from '../operation.ts';
import { closed, Id, Timestamp } from '../values.ts';
import { payment } from './payment-examples.ts';
import { PaymentRecord } from './submission-schemas.ts';

const { amount, currency } = Payment.properties;

const NewPayment = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 200, pattern: foreignNamePattern }),
    provider: Type.String({ minLength: 1, maxLength: 100, pattern: foreignNamePattern }),
    amount,
    currency,
    field_key: Id,
    paid_at: Type.Optional({ ...Timestamp, description: 'Not in the future; now by default.' }),
  },
  { ...closed, $id: 'PaymentCompletion' },
);

export const paymentOperations = operations('admin', 'admin: forms', {
  completePayment: {
    route: 'POST /submissions/:id/payment',
    own: {
      operationId: 'completeOwnPayment',
      errors: ['not_found', 'payment_mismatch', 'conflict', 'read_model_behind'],
      // A payment pays one submission.
      examples: {
        body: { ...payment, id: 'pay_2', paid_at: at },
        answers: [{ ...payment, id: 'pay_2', status: 'succeeded', paid_at: at }],
      },
    },
    scope: 'payments:write',
    summary: 'Record that a submission was paid',
    description:
      'The payment has to match the answer to its payment field in the amount, in the minor unit, and the currency. Otherwise it is refused with ' +
      '`payment_mismatch`, and the refusal is recorded in the history of the submission. A submission is paid once, and a payment pays ' +
      'one submission; any other payment is refused with `conflict`. `details` has `reason` and `given`, and `expected` where the caller may read ' +
      'answers. A repeated confirmation changes nothing.',
    body: NewPayment,
    response: { 200: PaymentRecord },
    answer: 'The recorded payment.',
    gives: ['X-Log-Position'],
    errors: ['erased', 'payment_mismatch', 'conflict', 'read_model_behind'],
    examples: {
      body: { ...payment, paid_at: at },
      answers: [{ ...payment, status: 'succeeded', paid_at: at }],
    },
  },
});
