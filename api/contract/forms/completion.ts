import Type from 'typebox';
import { field, formId } from '../examples.ts';
import { operations } from '../operation.ts';
import { named } from '../values.ts';

const stopped = {
  open: Type.Integer({ description: 'Submissions that may still be completed.' }),
  expired: Type.Integer({ description: 'Submissions that were not completed in time.' }),
};

const StoppedAfter = named('StoppedAfter', {
  field_id: Type.String(),
  key: Type.Optional(Type.String({ description: 'Absent for a field that was removed from the form.' })),
  label: Type.Optional(Type.String()),
  ...stopped,
});

/** What became of the submissions of a form that were begun before they were complete. */
export const FormCompletion = named('FormCompletion', {
  form_id: Type.String(),
  begun: Type.Integer({ description: 'All of them, without those that were erased on request.' }),
  completed: Type.Integer(),
  ...stopped,
  without_answers: named('StoppedWithoutAnswers', stopped),
  stopped_after: Type.Array(StoppedAfter, {
    description:
      'By the last field that a person has answered, in the order of the form, and removed fields after them. A field that people do not see is left out.',
  }),
});

export const completionOperations = operations('admin', 'admin: forms', {
  readCompletion: {
    route: 'GET /forms/:id/completion',
    summary: 'Read how many begun submissions of a form are completed, and where people stop',
    description:
      'Counts the submissions that were begun before they were complete. Hidden fields and defaults do not count as answered.',
    response: { 200: FormCompletion },
    answer: 'How many were begun and completed, and where people stopped.',
    examples: {
      answers: [
        {
          form_id: formId,
          begun: 10,
          completed: 6,
          open: 3,
          expired: 1,
          without_answers: { open: 1, expired: 0 },
          stopped_after: [{ field_id: field.id, key: field.key, label: field.label, open: 2, expired: 1 }],
        },
      ],
    },
  },
});
