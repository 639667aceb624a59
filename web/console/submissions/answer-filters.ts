import Type, { type Static } from 'typebox';
import { fieldKinds } from '../../../domain/form/field.ts';
import { wholeAnswer } from '../../../domain/submission/search/whole-answer.ts';
import { hasChosen, satisfiesCondition } from '../../../domain/submission/tally/answer-condition.ts';
import type { SubmissionView } from '../../../projections/read-models/submissions/queries.ts';

const longestValue = 500;

/** A question as addresses name it: its kind and the id of its field. */
const QuestionName = Type.String({ pattern: '^[a-z_]+-[\\w-]{1,64}$', maxLength: 100 });

/** The filters by the answer to one question. */
export const AnswerFilters = Type.Object({
  question: Type.Optional(QuestionName),
  /** What a chart counts under a bar or a cell; `row` is that of a matrix. */
  value: Type.Optional(Type.String({ maxLength: longestValue })),
  row: Type.Optional(Type.String({ maxLength: longestValue })),
  /** The whole answer as people see it. */
  answer: Type.Optional(Type.String({ maxLength: longestValue })),
  /** A field and an option of it, by which charts are compared. */
  group: Type.Optional(Type.String({ pattern: '^[^:]{1,64}:[^]{1,500}$' })),
});
type Sent = Static<typeof AnswerFilters>;
export type AnswerFilters = { readonly [Name in keyof Sent]?: Sent[Name] | undefined };

/** The kind and the field that a question's name has; null for a name without a known kind. */
export function questionIn(name: string) {
  const kind = fieldKinds.find((one) => name.startsWith(`${one}-`));
  return kind === undefined ? null : { kind, fieldId: name.slice(kind.length + 1) };
}

/** The condition of the filters by an answer; null if none is set. */
export function answerCondition({
  question: name,
  value,
  row,
  answer,
  group,
}: AnswerFilters): ((submission: SubmissionView) => boolean) | null {
  const question = name === undefined ? null : questionIn(name);
  // Otherwise, an answer without its question would stand for all submissions.
  if (!question && [value, row, answer].some((one) => one !== undefined)) return () => false;
  const conditions: ((submission: SubmissionView) => boolean)[] = [];
  if (question && value !== undefined)
    conditions.push(({ answers }) => satisfiesCondition(answers, { ...question, value, row }));
  if (question && answer !== undefined) {
    const isWhole = wholeAnswer(answer);
    conditions.push(({ answers }) =>
      answers.some((one) => one.fieldId === question.fieldId && one.kind === question.kind && isWhole(one)),
    );
  }
  if (group !== undefined) {
    const [fieldId = ''] = group.split(':', 1);
    const chosen = { fieldId, value: group.slice(fieldId.length + 1) };
    conditions.push(({ answers }) => hasChosen(answers, chosen));
  }
  return conditions.length === 0
    ? null
    : (submission) => conditions.every((isSatisfied) => isSatisfied(submission));
}
