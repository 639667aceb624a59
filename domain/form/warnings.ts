/** What a change of a form brings about beyond the form, or by a guess. */
export const formWarnings = [
  'field_matched_by_place',
  'fields_not_matched',
  'choice_lost_question',
  'choice_changed_kind',
  'choice_gained_question',
  'choice_empty',
] as const;

/** A consequence of a change that its author may not have meant. The change is made all the same. */
export interface FormWarning {
  readonly code: (typeof formWarnings)[number];
  readonly message: string;
  /** The destination that is concerned. */
  readonly destinationId?: string;
  /** The field that is concerned. */
  readonly fieldId?: string;
}
