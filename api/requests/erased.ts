import type { FastifyRequest } from 'fastify';
import { StreamErased } from '../../log/log-errors.ts';
import { openErasureOf } from '../../projections/queries/open-erasures.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError } from '../errors/errors.ts';
import { toApiError } from '../errors/to-api-error.ts';

/**
 * Refuses to show a submission that is erased, or a delivery of it, from the moment of the event on.
 * @param accountId the account that may know of the erasure; null for operators
 * @throws ApiError `erased`, with the time; for operators also StreamErased, once the log no longer holds the events
 */
export async function refuseErased(
  { aggregates, deliveries, queries }: Pick<ApiDeps, 'aggregates' | 'deliveries' | 'queries'>,
  kind: 'submission' | 'delivery',
  id: string,
  accountId: string | null = null,
): Promise<void> {
  const known = await queries.erasures.get(id);
  const erased =
    known ?? (await openErasureOf({ aggregates, deliveries }, kind, id).catch(unlessHidden(accountId)));
  if (!erased || (accountId !== null && erased.account_id !== accountId)) return;
  const { submission_id, erased_at, completed_at } = erased;
  throw new ApiError('erased', {
    message: `The ${kind} was erased at ${erased_at}.`,
    details: { submission_id, erased_at, completed_at },
  });
}

/** An account does not learn that events are gone which may have been those of another account. */
const unlessHidden = (accountId: string | null) => (error: unknown) => {
  if (accountId !== null && error instanceof StreamErased) return null;
  throw error;
};

/** Runs a request. An erased submission does not exist for keys, whatever their account. */
export async function hidingErased<T>({ caller }: FastifyRequest, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (caller && toApiError(error).code === 'erased') throw new ApiError('not_found');
    throw error;
  }
}
