import type { FieldDefinition } from './field.ts';

/** What a form or its change brings about beyond the form, by a guess, or probably by mistake. */
export const formWarnings = [
  'choice_label_repeated',
  'field_matched_by_place',
  'fields_not_matched',
  'choice_lost_question',
  'choice_changed_kind',
  'choice_gained_question',
  'choice_empty',
] as const;

/** A consequence of a definition or a change that its author may not have meant. It takes effect all the same. */
export interface FormWarning {
  readonly code: (typeof formWarnings)[number];
  readonly message: string;
  /** The destination that is concerned. */
  readonly destinationId?: string;
  /** The field that is concerned. */
  readonly fieldId?: string;
}

/** Returns a warning for each label that several options or rows of a field have: people cannot tell such choices apart. */
export function choiceWarnings(fields: readonly FieldDefinition[]): FormWarning[] {
  return fields.flatMap(({ id, label: question, options = [], rows = [] }) =>
    [['choices', options] as const, ['rows', rows] as const].flatMap(([name, choices]) => {
      const labels = choices.map(({ label }) => label);
      const repeated = new Set(labels.filter((label, index) => labels.indexOf(label) < index));
      return [...repeated].map((label): FormWarning => ({
        code: 'choice_label_repeated',
        message: `Several ${name} of "${question}" have the label "${label}": people cannot tell them apart.`,
        fieldId: id,
      }));
    }),
  );
}
