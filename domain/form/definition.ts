import Type, { type Static } from 'typebox';
import type { ExistingForm } from './decider.ts';
import { FieldKind, type FieldDefinition } from './field.ts';

/** A question as it was asked. */
export const AskedQuestion = Type.Object({
  fieldId: Type.String(),
  key: Type.String(),
  label: Type.String(),
  kind: FieldKind,
});
export type AskedQuestion = Static<typeof AskedQuestion>;

/** A form as of a revision of its stream, which never changes: the properties that submissions are shown with. */
export const FormDefinition = Type.Object({
  id: Type.String(),
  title: Type.String(),
  slug: Type.String(),
  status: Type.String(),
  version: Type.Integer(),
  /** In the form's order, without statements. */
  questions: Type.Array(AskedQuestion),
});
export type FormDefinition = Static<typeof FormDefinition>;

const asked = new WeakMap<readonly FieldDefinition[], AskedQuestion[]>();

/** Returns the questions of some fields; made once for each array, which must not change afterwards. */
export function askedQuestions(fields: readonly FieldDefinition[]): AskedQuestion[] {
  const known = asked.get(fields);
  if (known) return known;
  const questions = fields
    .filter(({ kind }) => kind !== 'statement')
    .map(({ id: fieldId, key, label, kind }) => ({ fieldId, key, label, kind }));
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
