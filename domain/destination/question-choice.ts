import Type, { type Static } from 'typebox';

/** Fields of a form whose answers a destination receives. */
export const ChosenFields = Type.Object({ formId: Type.String(), fieldIds: Type.Array(Type.String()) });
export type ChosenFields = Static<typeof ChosenFields>;

/** The questions of a form whose answers a destination receives; all of them if it makes no choice. */
export interface QuestionChoice {
  /** The ids of the chosen fields, which keep their meaning whatever becomes of the labels; null or absent for no choice. */
  readonly includedFields?: readonly string[] | null;
  /** The labels by which earlier releases chose. They include whatever question has such a label. */
  readonly includedQuestions: readonly string[];
}

/** A question, as far as a choice can name it. */
export interface ChoosableQuestion {
  readonly fieldId: string;
  readonly label: string;
}

/** The choice in the settings of a destination. */
export interface ChoiceOfForms {
  readonly includedFields?: readonly ChosenFields[] | null;
  readonly includedQuestions: readonly string[];
}

/** Returns the choice for one form. A form of which no field is chosen has an empty choice. */
export const choiceFor = (
  { includedFields, includedQuestions }: ChoiceOfForms,
  formId: string | null,
): QuestionChoice => ({
  includedQuestions,
  includedFields: includedFields ? (includedFields.find((of) => of.formId === formId)?.fieldIds ?? []) : null,
});

/** Whether a choice includes every question, also those that are added later. */
export const includesAll = ({ includedFields, includedQuestions }: QuestionChoice | ChoiceOfForms): boolean =>
  (includedFields ?? null) === null && includedQuestions.length === 0;

/** Returns whether a choice includes a question. Call it once for each choice. */
export function includedBy(choice: QuestionChoice): (question: ChoosableQuestion) => boolean {
  if (includesAll(choice)) return () => true;
  const ids = new Set(choice.includedFields);
  const labels = new Set(choice.includedQuestions);
  return ({ fieldId, label }) => ids.has(fieldId) || labels.has(label);
}
