import type { DestinationSettings } from './events.ts';
import { includesAll } from './question-choice.ts';
import { type FormQuestions, namesOfQuestions } from './resolve-questions.ts';

/** Why the choice of questions of a destination may not do what was meant. */
export const choiceWarnings = ['question_missing', 'chosen_by_label', 'form_not_chosen'] as const;

export interface ChoiceWarning {
  readonly code: (typeof choiceWarnings)[number];
  readonly message: string;
  readonly fieldId?: string;
  readonly formId?: string;
}

/** A chosen field, with its present label; null if its question was removed. */
export interface DescribedField {
  readonly id: string;
  readonly formId: string;
  readonly label: string | null;
}

/** The choice of questions of a destination, for people and programs. */
export interface DescribedChoice {
  /** Names that a request may give to make the same choice: labels, or ids where a label names no one question. */
  readonly names: readonly string[];
  readonly fields: readonly DescribedField[];
  readonly warnings: readonly ChoiceWarning[];
}

type Chosen = Pick<DestinationSettings, 'events' | 'formId' | 'includedQuestions' | 'includedFields'>;

/** What the description of a choice needs to know of forms. */
export interface KnownForms {
  /** The form of the destination, and the forms whose fields are chosen, as they are now. */
  readonly asked: readonly FormQuestions[];
  /** Published forms of which no field is chosen, if the destination is for all forms. */
  readonly beside: readonly Pick<FormQuestions, 'id' | 'title'>[];
}

/** Describes a choice whose forms could not be read. */
export const undescribedChoice = ({ includedFields, includedQuestions }: Chosen): DescribedChoice => {
  const fields = (includedFields ?? []).flatMap(({ formId, fieldIds }) =>
    fieldIds.map((id) => ({ id, formId, label: null })),
  );
  return { names: [...includedQuestions, ...fields.map(({ id }) => id)], fields, warnings: [] };
};

/** Describes a choice by the questions of the present forms. */
export function describeChoice(chosen: Chosen, { asked, beside }: KnownForms): DescribedChoice {
  if (includesAll(chosen)) return { names: [], fields: [], warnings: [] };
  if (!chosen.includedFields) return byLabel(chosen, asked);
  const forms = new Map(asked.map((form) => [form.id, { form, names: namesOfQuestions(form) }]));
  const fields: DescribedField[] = [];
  const names = new Set<string>();
  const warnings: ChoiceWarning[] = [];
  for (const { formId, fieldIds } of chosen.includedFields)
    for (const id of fieldIds) {
      const known = forms.get(formId);
      const label = known?.form.questions.find(({ fieldId }) => fieldId === id)?.label ?? null;
      fields.push({ id, formId, label });
      names.add(known?.names.get(id) ?? id);
      if (label === null) warnings.push(missing(id, formId, known?.form.title ?? formId));
    }
  return { names: [...names], fields, warnings: [...warnings, ...beside.map(notChosen)] };
}

const missing = (fieldId: string, formId: string, title: string): ChoiceWarning => ({
  code: 'question_missing',
  message: `The question ${fieldId} is no longer in the form "${title}": no answer to it is sent.`,
  fieldId,
  formId,
});

const notChosen = ({ id, title }: KnownForms['beside'][number]): ChoiceWarning => ({
  code: 'form_not_chosen',
  message: `No question of the form "${title}" is chosen: none of its submissions is sent.`,
  formId: id,
});

function byLabel(
  { formId, includedQuestions: labels }: Chosen,
  asked: readonly FormQuestions[],
): DescribedChoice {
  const form = asked.find(({ id }) => id === formId);
  const present = new Set(form?.questions.map(({ label }) => label));
  const lost = form ? labels.filter((label) => !present.has(label)) : [];
  return {
    names: labels,
    fields: [],
    warnings: [
      {
        code: 'chosen_by_label',
        message:
          'An earlier release chose these questions by their labels: the answer to any question with such a label is sent. ' +
          'Set the questions again to choose them permanently.',
      },
      ...lost.map((label) => ({
        code: 'question_missing' as const,
        message: `The form has no question "${label}" any more: no answer to it is sent.`,
        ...(formId !== null && { formId }),
      })),
    ],
  };
}
