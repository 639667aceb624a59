import { type Fault, faulty, noFaults } from '../check.ts';
import type { FieldDefinition, FieldInput } from './field.ts';
import type { FormWarning } from './warnings.ts';

/** What the questions of a request are to the present fields of the form. */
export interface MatchedFields {
  /** For each question, in order, the field that it is; undefined for a new one. */
  readonly fields: readonly (FieldDefinition | undefined)[];
  /** For each question, what is wrong with its id. */
  readonly faults: readonly (readonly Fault[])[];
  /** The matches that are guesses, and what became of questions that could not be matched. */
  readonly warnings: readonly FormWarning[];
}

/**
 * Matches the questions of a request with the present fields of a form. An id names a field, and so does a key. Without
 * either, a question is the field that has its label; only where one question and one field are left, of the same kind
 * and at the same place, the question is that field under another label. A place alone never tells what a question is.
 */
export function matchFields(
  inputs: readonly FieldInput[],
  existing: readonly FieldDefinition[],
): MatchedFields {
  const free = new Set(existing);
  const fields: (FieldDefinition | undefined)[] = inputs.map(() => undefined);
  const take = (index: number, field: FieldDefinition | undefined) => {
    if (!field || !free.delete(field)) return;
    fields[index] = field;
  };
  const faults = inputs.map(({ id, key }, index) => {
    const field = id === undefined ? undefined : existing.find((one) => one.id === id);
    const fault = id === undefined ? noFaults : idFaults(field, key, free);
    if (fault === noFaults) take(index, field);
    return fault;
  });
  const unnamed: number[] = [];
  for (const [index, { id, key }] of inputs.entries()) {
    if (id !== undefined) continue;
    if (key === undefined) unnamed.push(index);
    else
      take(
        index,
        existing.find((one) => one.key === key),
      );
  }
  matchLabels(inputs, unnamed, free, take, fields);
  const guesses = sharedLabels(unnamed, fields, free);
  const left = unnamed.filter((index) => fields[index] === undefined);
  return { fields, faults, warnings: [...guesses, ...matchRest(inputs, left, [...free], take)] };
}

/** The questions that could also be another field with the same label and of the same kind, which is left. */
function sharedLabels(
  unnamed: readonly number[],
  matched: readonly (FieldDefinition | undefined)[],
  free: ReadonlySet<FieldDefinition>,
): FormWarning[] {
  const nameOf = ({ label, kind }: FieldDefinition): string => `${kind} ${label}`;
  const left = new Set([...free].map(nameOf));
  return unnamed.flatMap((index): FormWarning[] => {
    const field = matched[index];
    if (!field || !left.has(nameOf(field))) return [];
    return [
      {
        code: 'field_matched_by_place',
        message:
          `Several fields have the label "${field.label}". The question is treated as the one with the key "${field.key}", by its ` +
          'place. To confirm this or to choose otherwise, give a key or an id.',
        fieldId: field.id,
      },
    ];
  });
}

function idFaults(
  field: FieldDefinition | undefined,
  key: string | undefined,
  free: ReadonlySet<FieldDefinition>,
): readonly Fault[] {
  if (!field) return faulty('unknown_field', 'The form has no field with this id.', '/id');
  if (!free.has(field)) return faulty('ambiguous_field', 'Another question has this id.', '/id');
  if (key !== undefined && key !== field.key)
    return faulty('invalid_option', `The key of this field is "${field.key}" and cannot be changed.`, '/key');
  return noFaults;
}

type Take = (index: number, field: FieldDefinition | undefined) => void;

/** Of several fields with a label, those of the same kind come first, then those in front. */
function matchLabels(
  inputs: readonly FieldInput[],
  unnamed: readonly number[],
  free: ReadonlySet<FieldDefinition>,
  take: Take,
  matched: readonly (FieldDefinition | undefined)[],
): void {
  const byLabel = new Map<string, FieldDefinition[]>();
  for (const field of free) byLabel.set(field.label, [...(byLabel.get(field.label) ?? []), field]);
  for (const needsKind of [true, false])
    for (const index of unnamed) {
      const input = inputs[index];
      if (!input || matched[index]) continue;
      const labelled = byLabel.get(input.label) ?? [];
      take(
        index,
        labelled.find((field) => free.has(field) && (!needsKind || field.kind === input.kind)),
      );
    }
}

function matchRest(
  inputs: readonly FieldInput[],
  left: readonly number[],
  fields: readonly FieldDefinition[],
  take: Take,
): FormWarning[] {
  const [[index], [field]] = [left, fields];
  const input = index === undefined ? undefined : inputs[index];
  if (index === undefined || !field || !input) return [];
  const isOne = left.length === 1 && fields.length === 1;
  if (isOne && field.position === index && field.kind === input.kind) {
    take(index, field);
    return [
      {
        code: 'field_matched_by_place',
        message:
          `"${input.label}" is treated as the field "${field.label}" with another label, by its kind and its place. ` +
          'To confirm this or to choose otherwise, give a key or an id.',
        fieldId: field.id,
      },
    ];
  }
  const labels = left.map((at) => `"${inputs[at]?.label ?? ''}"`).join(', ');
  return [
    {
      code: 'fields_not_matched',
      message:
        `No field of the form has the label of ${labels}: new. Removed: ${fields.map(({ label }) => `"${label}"`).join(', ')}. ` +
        'To keep the answers to a field together under another label, give its key or id.',
    },
  ];
}
