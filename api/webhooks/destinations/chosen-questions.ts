import type { QuestionsOfAccount } from '../../../commands/destination/destination-checks.ts';
import type { ExistingDestination } from '../../../domain/destination/decider.ts';
import { type DescribedChoice, undescribedChoice } from '../../../domain/destination/describe-choice.ts';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { ApiError } from '../../errors/errors.ts';
import { untilComplete } from '../../requests/requests.ts';

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

/** Describes the questions that destinations of the read model have chosen, in the same order. */
export const choicesOf = (
  { queries }: Pick<ApiDeps, 'queries'>,
  destinations: readonly DestinationView[],
): Promise<readonly DescribedChoice[]> =>
  queries.choices.describe(
    destinations.map((view) => ({
      accountId: view.account_id,
      events: [...view.events],
      formId: view.form_id,
      includedQuestions: [...view.included_questions],
      includedFields:
        view.included_fields?.map(({ formId, fieldIds }) => ({ formId, fieldIds: [...fieldIds] })) ?? null,
    })),
  );

/** Describes the questions that a destination has chosen after a change, which must not fail for the sake of labels. */
export async function choiceAfter(
  { queries }: Pick<ApiDeps, 'queries'>,
  { accountId, settings }: Pick<ExistingDestination, 'accountId' | 'settings'>,
): Promise<DescribedChoice> {
  try {
    const [choice] = await queries.choices.describe([{ accountId, ...settings }]);
    return choice ?? undescribedChoice(settings);
  } catch {
    return undescribedChoice(settings);
  }
}
