import type { Static } from 'typebox';
import type { ExistingDestination } from '../../domain/destination/decider.ts';
import type { DescribedChoice } from '../../domain/destination/describe-choice.ts';
import type { DestinationView } from '../../projections/read-models/destinations/queries.ts';
import type { ChangedDestination, Destination } from '../contract/webhooks/destination-schemas.ts';
import { disabledBecause } from './outcomes.ts';

export const fromView = (
  { account_id: _, ...view }: DestinationView,
  choice: DescribedChoice,
): Static<typeof Destination> => ({
  ...view,
  ...shownChoice(choice),
  events: [...view.events],
  disabled_because: disabledBecause(view.disabled_because),
});

export const fromState = (
  state: ExistingDestination,
  choice: DescribedChoice,
): Static<typeof ChangedDestination> => ({
  id: state.destinationId,
  ...shownSettings(state, choice),
  disabled_because: disabledBecause(state.disabledBecause),
  disabled_since: state.disabledSince,
  previous_secret_until: state.previousSecret?.until ?? null,
});

export const shownSettings = (
  { settings, enabled }: Pick<ExistingDestination, 'settings' | 'enabled'>,
  choice: DescribedChoice,
) => {
  const { formId, ratePerSecond, includedQuestions: _, includedFields: __, ...same } = settings;
  return { ...same, ...shownChoice(choice), form_id: formId, rate_per_second: ratePerSecond, enabled };
};

const shownChoice = ({ names, fields, warnings }: DescribedChoice) => ({
  included_questions: [...names],
  included_fields: fields.map(({ id, formId, label }) => ({ id, form_id: formId, label })),
  warnings: warnings.map(({ code, message, fieldId, formId }) => ({
    code,
    message,
    ...(fieldId !== undefined && { field_id: fieldId }),
    ...(formId !== undefined && { form_id: formId }),
  })),
});
