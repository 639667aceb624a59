import { completePayment } from '../../commands/payment/complete-payment.ts';
import type { ApiDeps } from '../api-deps.ts';
import { mayReadAnswers } from '../auth/answers.ts';
import { contextFor } from '../auth/owners.ts';
import { paymentOperations } from '../contract/submissions/payments.ts';
import { type ApiError, invalidRequest, refusedPayment } from '../errors/errors.ts';
import type { Mount } from '../mount.ts';
import { hidingErased } from '../requests/erased.ts';
import { committed } from '../requests/requests.ts';
import { paymentRecord } from '../responses/submissions.ts';
import { earlierPayments } from './earlier-payments.ts';

/** How far the clock of a payment provider may be ahead, in milliseconds. */
const clockSkewMs = 60_000;

/** Confirms payments, in the admin API and in the public one. */
export function paymentRoutes(
  api: Mount,
  given: Pick<ApiDeps, 'aggregates' | 'definitions' | 'now' | 'log' | 'queries' | 'progress'>,
): void {
  const deps = { ...given, earlierPayments: earlierPayments(given) };
  api.route(paymentOperations.completePayment, async (request, reply) => {
    const { id: submissionId } = request.params;
    const { field_key: field, paid_at, ...rest } = request.body;
    const paidAt = paid_at === undefined ? null : new Date(paid_at).toISOString();
    if (paidAt !== null && Date.parse(paidAt) > deps.now().getTime() + clockSkewMs) throw paidInFuture();
    return hidingErased(request, async () => {
      const context = await contextFor(request, deps.aggregates, 'submission', submissionId);
      const confirmation = { submissionId, payment: { ...rest, field, paidAt } };
      const completed = await completePayment(deps, confirmation, context);
      if (!completed.ok && completed.error.code === 'payment_refused')
        throw refusedPayment(completed.error, mayReadAnswers(request));
      return paymentRecord(committed(reply, completed).payment);
    });
  });
}

const paidInFuture = (): ApiError =>
  invalidRequest('The time of the payment is in the future.', [
    { path: '/paid_at', code: 'out_of_range', message: 'Must not be in the future.' },
  ]);
