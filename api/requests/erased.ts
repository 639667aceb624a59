import type { ApiDeps } from '../api-deps.ts';
import { ApiError } from '../errors/errors.ts';

/**
 * @param accountId the account that may know of the erasure; null for operators
 * @throws ApiError `erased`, with the time, if the submission or delivery of this id was erased
 */
export async function refuseErased(
  { queries }: Pick<ApiDeps, 'queries'>,
  id: string,
  accountId: string | null = null,
): Promise<void> {
  const erasure = await queries.erasures.get(id);
  if (!erasure || (accountId !== null && erasure.account_id !== accountId)) return;
  const { kind, submission_id, erased_at, completed_at } = erasure;
  throw new ApiError('erased', {
    message: `The ${kind} was erased at ${erased_at}.`,
    details: { submission_id, erased_at, completed_at },
  });
}
