import { accountEraser, closingOf } from '../../projections/read-models/closings/closing-progress.ts';
import type { ApiDeps } from '../api-deps.ts';

/** How far the erasure of a closed account is; null for an account that was not closed. */
export async function closingProgress(
  { projections, queries }: Pick<ApiDeps, 'projections' | 'queries'>,
  id: string,
) {
  const found = await queries.closings.get(id);
  if (!found) return null;
  const [left, worker] = await Promise.all([
    found.stage === null ? {} : queries.closings.recordsOf(id),
    projections.worker(accountEraser),
  ]);
  return closingOf(found, left, worker);
}
