import type { AskedQuestion } from '../form/definition.ts';
import type { FormWarning } from '../form/warnings.ts';
import { choiceFor, type ChoiceOfForms, includedBy, includesAll } from './question-choice.ts';

/** A destination, with its choice of questions. */
export interface DestinationChoice extends ChoiceOfForms {
  readonly id: string;
  readonly label: string;
  /** Null for all forms. */
  readonly formId: string | null;
}

/**
 * Returns what a change of a form's questions changes for destinations that have chosen questions.
 * @param before the questions before the change
 * @param after the questions after it
 */
export const changedChoices = (
  formId: string,
  before: readonly AskedQuestion[],
  after: readonly AskedQuestion[],
  destinations: readonly DestinationChoice[],
): FormWarning[] =>
  destinations
    .filter((one) => !includesAll(one) && (one.formId === null || one.formId === formId))
    .flatMap((one) => warningsOf(one, formId, before, after));

function warningsOf(
  { id, label: name, ...chosen }: DestinationChoice,
  formId: string,
  before: readonly AskedQuestion[],
  after: readonly AskedQuestion[],
): FormWarning[] {
  const isIncluded = includedBy(choiceFor(chosen, formId));
  const had = new Map(before.filter(isIncluded).map((question) => [question.fieldId, question]));
  const has = new Map(after.filter(isIncluded).map((question) => [question.fieldId, question]));
  const warn = (code: FormWarning['code'], { fieldId }: AskedQuestion, message: string): FormWarning => ({
    code,
    message: `Destination "${name}" ${message}`,
    destinationId: id,
    fieldId,
  });
  const warnings: FormWarning[] = [];
  for (const question of had.values()) {
    const now = has.get(question.fieldId);
    if (!now)
      warnings.push(
        warn('choice_lost_question', question, `no longer gets the answer to "${question.label}".`),
      );
    else if (now.kind !== question.kind)
      warnings.push(
        warn(
          'choice_changed_kind',
          question,
          `has chosen "${now.label}", which was of kind ${question.kind} and is of kind ${now.kind} now.`,
        ),
      );
  }
  // Only a choice by label can gain a question.
  for (const question of has.values())
    if (!had.has(question.fieldId))
      warnings.push(
        warn(
          'choice_gained_question',
          question,
          `gets the answer to "${question.label}" from now on, by its label.`,
        ),
      );
  if (had.size > 0 && has.size === 0)
    warnings.push({
      code: 'choice_empty',
      message: `Destination "${name}" has chosen no question that the form still has: none of its submissions is sent.`,
      destinationId: id,
    });
  return warnings;
}
