import type { FieldDefinition } from '../../../domain/form/field.ts';

type Answers = Readonly<Record<string, unknown>>;

/**
 * Returns answers in which a box that is not ticked is no answer, unless the form shows it ticked. On a page that is only saved, the
 * person may not have come to the box yet.
 */
export function withoutUntickedBoxes(fields: readonly FieldDefinition[], answers: Answers): Answers {
  const boxes = new Set(
    fields
      .filter(({ kind, default_value: initial }) => kind === 'consent' && initial !== true)
      .map(({ key }) => key),
  );
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [key, boxes.has(key) && value === false ? null : value]),
  );
}
