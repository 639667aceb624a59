import { describeChoice, type DescribedChoice } from '../../../domain/destination/describe-choice.ts';
import type { DestinationSettings } from '../../../domain/destination/events.ts';
import { includesAll } from '../../../domain/destination/question-choice.ts';
import type { CollectionOf } from '../../collections.ts';
import { askedQuestionQueries } from '../forms/asked-questions.ts';
import { forms } from '../forms/projection.ts';
import type { DestinationView } from './queries.ts';

/** A destination whose choice of questions is to be described. */
export interface ChoosingDestination extends Pick<
  DestinationSettings,
  'events' | 'formId' | 'includedQuestions' | 'includedFields'
> {
  readonly accountId: string;
}

/** How many forms without a chosen question are named. */
const maxOtherForms = 10;

export interface ChoiceQueries {
  /** Describes choices of questions by the present forms, in the order of the destinations. */
  describe(destinations: readonly ChoosingDestination[]): Promise<readonly DescribedChoice[]>;
}

const formsOf = ({ formId, includedFields }: ChoosingDestination): string[] => [
  ...(formId === null ? [] : [formId]),
  ...(includedFields ?? []).map((of) => of.formId),
];

export function choiceQueries(collectionOf: CollectionOf): ChoiceQueries {
  const { askedBy, otherPublished } = askedQuestionQueries(collectionOf(forms));

  const publishedElsewhere = async (one: ChoosingDestination) =>
    one.formId === null && one.includedFields
      ? otherPublished(one.accountId, formsOf(one), maxOtherForms)
      : [];

  return {
    async describe(destinations) {
      const choosing = destinations.filter((one) => !includesAll(one));
      const asked = await askedBy(choosing.flatMap(formsOf));
      return Promise.all(
        destinations.map(async (one) =>
          describeChoice(one, { asked, beside: includesAll(one) ? [] : await publishedElsewhere(one) }),
        ),
      );
    },
  };
}

/** Describes the questions that destinations of the read model have chosen, in the same order. */
export const choicesOf = (
  { choices }: { readonly choices: ChoiceQueries },
  destinations: readonly DestinationView[],
): Promise<readonly DescribedChoice[]> =>
  choices.describe(
    destinations.map((view) => ({
      accountId: view.account_id,
      events: [...view.events],
      formId: view.form_id,
      includedQuestions: [...view.included_questions],
      includedFields:
        view.included_fields?.map(({ formId, fieldIds }) => ({ formId, fieldIds: [...fieldIds] })) ?? null,
    })),
  );
