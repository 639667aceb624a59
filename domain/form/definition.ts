import Type, { type Static } from 'typebox';
import type { ExistingForm } from './decider.ts';
import { type FieldDefinition, FieldKind } from './field.ts';

/** A question as it was asked. */
export const AskedQuestion = Type.Object({
  fieldId: Type.String(),
  key: Type.String(),
  label: Type.String(),
  kind: FieldKind,
});
export type AskedQuestion = Static<typeof AskedQuestion>;

/** A form as version 1 of `SubmissionCreated` copied it. */
export const CopiedDefinition = Type.Object({
  id: Type.String(),
  title: Type.String(),
  slug: Type.String(),
  status: Type.String(),
  version: Type.Integer(),
  /** In the form's order, without statements. */
  questions: Type.Array(AskedQuestion),
});
export type CopiedDefinition = Static<typeof CopiedDefinition>;

/** A question with the choices that it offered. A copied definition does not hold them. */
export interface Question extends AskedQuestion, Pick<FieldDefinition, 'options' | 'rows'> {}

/** A form as of a revision of its stream, which never changes: the properties that submissions are shown with. */
export interface FormDefinition extends Omit<CopiedDefinition, 'questions'> {
  /** In the form's order, without statements. */
  readonly questions: readonly Question[];
}

const asked = new WeakMap<readonly FieldDefinition[], readonly Question[]>();

/** Returns the questions of some fields; made once for each array, which must not change afterwards. */
export function askedQuestions(fields: readonly FieldDefinition[]): readonly Question[] {
  const known = asked.get(fields);
  if (known) return known;
  const questions = fields
    .filter(({ kind }) => kind !== 'statement')
    .map(({ id: fieldId, key, label, kind, options, rows }) => ({
      fieldId,
      key,
      label,
      kind,
      ...(options && { options }),
      ...(rows && { rows }),
    }));
  asked.set(fields, questions);
  return questions;
}

/** Returns the definition of a form in its present state. */
export const definitionOf = ({
  formId: id,
  title,
  slug,
  status,
  version,
  fields,
}: ExistingForm): FormDefinition => ({ id, title, slug, status, version, questions: askedQuestions(fields) });

/** Returns about as many characters as a definition holds, by which caches are limited. */
export const sizeOf = ({ questions }: FormDefinition): number =>
  questions.reduce(
    (size, { label, options = [], rows = [] }) =>
      size + 200 + label.length + textsOf(options) + textsOf(rows),
    500,
  );

const textsOf = (choices: NonNullable<Question['options']>): number =>
  choices.reduce((size, { value, label }) => size + 100 + value.length + label.length, 0);
