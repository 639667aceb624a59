import type { ExistingDestination } from '../../domain/destination/decider.ts';
import { type DescribedChoice, undescribedChoice } from '../../domain/destination/describe-choice.ts';
import type { ApiDeps } from '../api-deps.ts';

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
