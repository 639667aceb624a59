/** The members of a destination that has chosen no questions, and so receives all answers. */
export const everyQuestion = { included_questions: [], included_fields: [], warnings: [] };

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

/** The warnings of a change of a form that takes a question away from a destination. */
export const lostQuestion = {
  warnings: [
    {
      code: 'choice_lost_question',
      message: 'Destination "CRM" no longer gets the answer to "Phone".',
      destination_id: '9pQr8StU7vWx6YzA5bCd',
      field_id: '6kLm7NoP8qRs9TuV0wXy',
    },
  ],
};
