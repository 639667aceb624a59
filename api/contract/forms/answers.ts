import Type, { type Static } from 'typebox';
import type { QuestionFigures as Counted } from '../../../domain/submission/tally/figures.ts';
import { at, formId } from '../examples.ts';
import { operations } from '../operation.ts';
import { answersScope, closed, Id, named, Since, Timestamp, Until } from '../values.ts';
import { QuestionFigures } from './answer-figures.ts';

export const completions = ['complete', 'incomplete', 'all'] as const;

export const AnswersQuery = Type.Object(
  {
    since: Type.Optional(Since),
    until: Type.Optional(Until),
    versions: Type.Optional(
      Type.String({
        pattern: '^\\d{1,9}(,\\d{1,9}){0,99}$',
        description: 'The versions of the form, such as `2,3`; all by default.',
      }),
    ),
    source: Type.Optional(Type.Enum(['api', 'form'])),
    completion: Type.Optional(Type.Enum(completions, { description: 'Complete submissions by default.' })),
    question: Type.Optional({
      ...Id,
      description: 'The id of a field: counts only submissions that chose `option` of it.',
    }),
    option: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    counted_since: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Accepts a count that began at this time or later, although submissions may have arrived since: the `counted_since` of a 202 response.',
      }),
    ),
  },
  closed,
);
export type AnswersQuery = Static<typeof AnswersQuery>;

/** What is counted of the answers to a form. */
export const FormAnswers = named('FormAnswers', {
  form_id: Type.String(),
  counted_at: Timestamp,
  submissions: Type.Integer({ description: 'The submissions whose answers are counted.' }),
  questions: Type.Unsafe<readonly Counted[]>(
    Type.Array(QuestionFigures, {
      description: 'In the order of the form, and after them the questions that it no longer asks.',
    }),
  ),
});

export const CountInProgress = Type.Object(
  {
    form_id: Type.String(),
    read: Type.Integer({ description: 'The submissions that have been read.' }),
    total: Type.Integer({ description: 'About as many are to be read.' }),
    counted_since: Timestamp,
  },
  {
    $id: 'CountInProgress',
    description: 'The count is in progress. Send the request again with `counted_since`.',
  },
);

export const answerOperations = operations('admin', 'admin: forms', {
  countAnswers: {
    route: 'GET /forms/:id/answers',
    own: { operationId: 'countOwnAnswers' },
    scope: answersScope,
    summary: 'Count the answers to a form',
    description:
      'Figures of each question, by its kind. They are exact: an export with the same filters has the same answers. Submissions ' +
      'whose erasure has begun do not count. A large form takes some seconds: after nine seconds the response is 202, the count goes on, ' +
      'and a request with `counted_since` gets it.',
    querystring: AnswersQuery,
    response: { 200: FormAnswers, 202: CountInProgress },
    answer: 'What is counted.',
    examples: {
      accepted: { form_id: formId, read: 120_000, total: 400_000, counted_since: at },
      answers: [
        {
          form_id: formId,
          counted_at: at,
          submissions: 12,
          questions: [
            {
              field_id: '2bCd3EfG4hIj5kLm6nOp',
              key: 'drink',
              label: 'A drink',
              kind: 'single_choice',
              removed: false,
              asked: 12,
              answered: 11,
              capped: false,
              figures: {
                type: 'choices',
                choices: [
                  { value: 'tea', label: 'Tea', removed: false, count: 7 },
                  { value: 'coffee', label: 'Coffee', removed: false, count: 4 },
                ],
              },
            },
          ],
        },
      ],
    },
  },
});
