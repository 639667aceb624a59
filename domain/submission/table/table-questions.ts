import { askedQuestions, type Question } from '../../form/definition.ts';
import type { FieldDefinition } from '../../form/field.ts';

/** A choice of a question; removed if the present form does not offer it. */
export interface TableChoice {
  readonly value: string;
  readonly label: string;
  readonly isRemoved: boolean;
}

/** A question of a table, with every choice that it ever offered. */
export interface TableQuestion extends Pick<Question, 'fieldId' | 'key' | 'label' | 'kind'> {
  readonly isRemoved: boolean;
  readonly options: readonly TableChoice[];
  readonly rows: readonly TableChoice[];
}

/** Identifies the answers that share columns: those to one field, while it was of one kind. */
export const questionId = ({ fieldId, kind }: Pick<Question, 'fieldId' | 'kind'>): string =>
  `${kind} ${fieldId}`;

/**
 * Returns each question that a form has ever asked once: those of the present form in its order, then those that it no longer
 * asks, under their last labels. A field that was of another kind before is another question.
 * @param revisions the fields of each version of the form, oldest first
 */
export function tableQuestions(revisions: readonly (readonly FieldDefinition[])[]): readonly TableQuestion[] {
  const questions = new Map<string, TableQuestion>();
  for (const [age, fields] of [...revisions].reverse().entries())
    for (const question of askedQuestions(fields)) {
      const id = questionId(question);
      const later = questions.get(id);
      const { fieldId, key, label, kind, options = [], rows = [] } = question;
      questions.set(id, {
        ...(later ?? { fieldId, key, label, kind, isRemoved: age > 0 }),
        options: withFormer(later?.options ?? [], options, age > 0),
        rows: withFormer(later?.rows ?? [], rows, age > 0),
      });
    }
  return [...questions.values()];
}

function withFormer(
  later: readonly TableChoice[],
  choices: NonNullable<Question['options']>,
  isRemoved: boolean,
): readonly TableChoice[] {
  const known = new Set(later.map(({ value }) => value));
  const former = choices.filter(({ value }) => !known.has(value));
  return former.length === 0 ? later : [...later, ...former.map((choice) => ({ ...choice, isRemoved }))];
}
