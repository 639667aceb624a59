import {
  personEraser,
  personErasureOf,
} from '../../projections/read-models/person-erasures/person-erasure-progress.ts';
import type { ApiDeps } from '../api-deps.ts';

/** How far the erasure of a person is; null for a person who is not erased. */
export async function personErasureProgress(
  { projections, queries }: Pick<ApiDeps, 'projections' | 'queries'>,
  id: string,
) {
  const found = await queries.personErasures.get(id);
  return found && personErasureOf(found, await projections.worker(personEraser));
}
