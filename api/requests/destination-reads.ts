import type { QuestionsOfAccount } from '../../commands/destination/destination-checks.ts';
import type { EarlierDestinations } from '../../commands/destination/destination-grants.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError } from '../errors/errors.ts';
import { untilComplete } from './requests.ts';

type Deps = Pick<ApiDeps, 'queries' | 'progress' | 'log'>;

/** How long a request waits for the read model of forms, in ms. */
const waitMs = 2_000;

/** The questions of all forms of an account that exist when it is called. @throws ApiError `read_model_behind` */
const questionsOfAccount =
  ({ queries, progress, log }: Deps): QuestionsOfAccount =>
  async (accountId) => {
    await untilComplete(progress, ['forms']);
    const head = await log.head();
    if (head !== null && !(await progress.waitFor(['forms'], head, waitMs)))
      throw new ApiError('read_model_behind');
    return queries.forms.askedInAccount(accountId);
  };

/**
 * The destinations that earlier releases added: they are in the read model once it is complete.
 * @throws ApiError `read_model_behind` while it is being built
 */
const earlierDestinations =
  ({ queries, progress }: Deps): EarlierDestinations =>
  async (accountId) => {
    await untilComplete(progress, ['destinations']);
    return queries.destinations.idsOf(accountId);
  };

/** Adds to dependencies the reads of which the commands of destinations ask. */
export const withDestinationReads = <D extends Deps>(deps: D) => ({
  ...deps,
  questionsOfAccount: questionsOfAccount(deps),
  earlierDestinations: earlierDestinations(deps),
});
