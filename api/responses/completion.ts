import type { Static } from 'typebox';
import { type FieldDefinition, isShown } from '../../domain/form/field.ts';
import type { ByField, Completion } from '../../projections/read-models/expirations/completion-queries.ts';
import type { FormCompletion } from '../contract/forms/completion.ts';

const sum = (numbers: ByField): number => [...numbers.values()].reduce((total, one) => total + one, 0);

/**
 * What became of the submissions of a form, and where people stopped: at the present fields that people see, in their order, then at
 * fields that were removed.
 */
export function completionRecord(
  formId: string,
  fields: readonly FieldDefinition[],
  { completed, open, expired }: Completion,
): Static<typeof FormCompletion> {
  const hasStops = ({ id }: FieldDefinition) => open.has(id) || expired.has(id);
  const asked = fields.filter((field) => field.kind !== 'statement' && (isShown(field) || hasStops(field)));
  const known = new Set(asked.map(({ id }) => id));
  const removed = [...new Set([...open.keys(), ...expired.keys()])].filter(
    (id): id is string => id !== null && !known.has(id),
  );
  const at = (id: string | null) => ({ open: open.get(id) ?? 0, expired: expired.get(id) ?? 0 });
  const [stillOpen, gone] = [sum(open), sum(expired)];
  return {
    form_id: formId,
    begun: completed + stillOpen + gone,
    completed,
    open: stillOpen,
    expired: gone,
    without_answers: at(null),
    stopped_after: [
      ...asked.map(({ id, key, label }) => ({ field_id: id, key, label, ...at(id) })),
      ...removed.sort().map((id) => ({ field_id: id, ...at(id) })),
    ],
  };
}
