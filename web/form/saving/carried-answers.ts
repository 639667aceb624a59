import { checkAnswers } from '../../../commands/submission/check-answers.ts';
import type { Problem } from '../../../domain/errors.ts';
import type { ExistingForm } from '../../../domain/form/decider.ts';
import { askedQuestions } from '../../../domain/form/definition.ts';
import type { FieldDefinition } from '../../../domain/form/field.ts';
import { valuesById } from '../../../domain/submission/merge-answers.ts';
import type { PresentSubmission } from '../../../domain/submission/present.ts';
import { type EnteredTexts, textsOf, typedIn } from '../entered-texts.ts';

type Answers = Readonly<Record<string, unknown>>;

/**
 * Returns answers to the fields of one revision of a form as answers to those of another, by their keys. A field is the same
 * if its id is.
 */
export function carriedAnswers(
  from: readonly FieldDefinition[],
  to: readonly FieldDefinition[],
  answers: Answers,
): Answers {
  const keys = new Map(to.map(({ id, key }) => [id, key]));
  const carried = from.flatMap(({ id, key }) => {
    const target = keys.get(id);
    return target === undefined || !Object.hasOwn(answers, key) ? [] : [[target, answers[key]] as const];
  });
  return Object.fromEntries(carried);
}

/** Answers that can be saved, and the keys of the fields whose answers cannot. */
interface Savable {
  readonly answers: Answers;
  readonly misfits: ReadonlySet<string>;
}

/** Leaves out the answers that do not fit their fields yet. @param unreadable the problems of answers that are no values */
export async function savableAnswers(
  fields: readonly FieldDefinition[],
  answers: Answers,
  unreadable: readonly Problem[] = [],
): Promise<Savable> {
  const checked = await checkAnswers(fields, answers, unreadable, true);
  const misfits = new Set(checked.ok ? [] : checked.error.map(({ field = '' }) => field));
  return {
    answers: Object.fromEntries(Object.entries(answers).filter(([key]) => !misfits.has(key))),
    misfits,
  };
}

/** Returns the answers of a submission as the texts of the controls of its form. */
export function textsOfAnswers(form: ExistingForm, { answers }: PresentSubmission): EnteredTexts {
  const values = valuesById(askedQuestions(form.fields), answers);
  const texts = form.fields.flatMap((field) => Object.entries(textsOf(field, values.get(field.id), form)));
  return typedIn(Object.fromEntries(texts));
}
