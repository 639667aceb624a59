import { at, destinationId } from '../examples.ts';

/** The members of a destination that has chosen no questions, and so receives all answers. */
const everyQuestion = { included_questions: [], included_fields: [], warnings: [] };

/** The members of a destination that has chosen a question of a form. */
export const chosenQuestion = (formId: string, fieldId: string) => ({
  included_questions: ['E-mail'],
  included_fields: [{ id: fieldId, form_id: formId, label: 'E-mail' }],
  warnings: [
    {
      code: 'form_not_chosen',
      message: 'No question of the form "Survey" is chosen: none of its submissions is sent.',
      form_id: '5vWx6YzA7bCd8EfG9hIj',
    },
  ],
});

export const settings = {
  id: destinationId,
  label: 'CRM',
  url: 'https://crm.example/hooks',
  events: ['submission.created'],
  form_id: null,
  ...everyQuestion,
  signature: 'timestamped',
  concurrency: 8,
  rate_per_second: null,
  enabled: true,
};

export const changedDestination = {
  ...settings,
  disabled_because: null,
  disabled_since: null,
  previous_secret_until: null,
};

export const destination = { ...changedDestination, created_at: at, updated_at: at };
