import type { EarlierPayments } from '../../commands/payment/assign-payment.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError } from '../errors/errors.ts';
import { untilComplete } from '../requests/requests.ts';

const waitMs = 2_000;

/**
 * Reads the submissions that earlier releases recorded as paid. They did so before this process received its first payment, so the read
 * model is asked once it has reached the end that the log had then.
 * @throws ApiError `read_model_behind` until the read model has got there
 */
export function earlierPayments({
  log,
  queries,
  progress,
}: Pick<ApiDeps, 'log' | 'queries' | 'progress'>): EarlierPayments {
  let end: bigint | null = null;
  return async (accountId, payment) => {
    await untilComplete(progress, ['submissions']);
    end ??= (await log.head()) ?? 0n;
    if (!(await progress.waitFor(['submissions'], end, waitMs))) throw new ApiError('read_model_behind');
    return queries.submissions.paidWith(accountId, payment);
  };
}
