import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { Payment } from '../../domain/submission/events.ts';
import { completePayment } from '../../commands/complete-payment.ts';
import type { ApiDeps } from '../api-deps.ts';
import { refused } from '../errors/errors.ts';
import { PaymentRecord, paymentRecord } from '../public/submission-schemas.ts';
import { setLogPosition } from '../requests/requests.ts';
import { ById, closed, Failure, Id, Timestamp } from '../requests/schemas.ts';
import { contextFor } from '../auth/owners.ts';

const { id, provider, amount, currency } = Payment.properties;
const NewPayment = Type.Object(
  { id, provider, amount, currency, field_key: Id, paid_at: Type.Optional(Timestamp) },
  closed,
);

/** Confirming payments, by hand or by a payment provider's callback. */
export const paymentRoutes =
  (deps: ApiDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/submissions/:id/payment',
      {
        schema: {
          ...{
            summary: 'Record that a submission was paid',
            params: ById,
            body: NewPayment,
          },
          response: { 200: PaymentRecord, default: Failure },
        },
      },
      async (request, reply) => {
        const { id: submissionId } = request.params;
        const { field_key: fieldKey, paid_at, ...rest } = request.body;
        const paidAt = paid_at === undefined ? {} : { paidAt: new Date(paid_at).toISOString() };
        const context = await contextFor(request, deps.aggregates, 'submission', submissionId);
        const payment = { ...rest, fieldKey, ...paidAt };
        const completed = await completePayment(deps, { submissionId, payment }, context);
        if (!completed.ok) throw refused(completed.error);
        setLogPosition(reply, completed.value.position);
        return paymentRecord(completed.value.payment);
      },
    );
  };
