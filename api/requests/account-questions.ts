import type { QuestionsOfAccount } from '../../commands/destination/destination-checks.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError } from '../errors/errors.ts';
import { untilComplete } from './requests.ts';

/** How long a request waits for the read model of forms, in ms. */
const waitMs = 2_000;

/**
 * Returns the questions of all forms of an account that exist when it is called.
 * @throws ApiError `read_model_behind`
 */
export const questionsOfAccount =
  ({ queries, progress, log }: Pick<ApiDeps, 'queries' | 'progress' | 'log'>): QuestionsOfAccount =>
  async (accountId) => {
    await untilComplete(progress, ['forms']);
    const head = await log.head();
    if (head !== null && !(await progress.waitFor(['forms'], head, waitMs)))
      throw new ApiError('read_model_behind');
    return queries.forms.askedInAccount(accountId);
  };
