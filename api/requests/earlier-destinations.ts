import type { EarlierDestinations } from '../../commands/destination/destination-grants.ts';
import type { ApiDeps } from '../api-deps.ts';
import { untilComplete } from './requests.ts';

/**
 * Reads the destinations that earlier releases added: they are in the read model once it is complete.
 * @throws ApiError `read_model_behind` while it is being built
 */
export const earlierDestinations =
  ({ queries, progress }: Pick<ApiDeps, 'queries' | 'progress'>): EarlierDestinations =>
  async (accountId) => {
    await untilComplete(progress, ['destinations']);
    return queries.destinations.idsOf(accountId);
  };
