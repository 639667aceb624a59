import type { FieldDefinition } from '../../domain/form/field.ts';
import { lengthsOf } from '../../domain/form/kind-rules.ts';

/** The most bytes of a form that a browser sends, whatever its fields. */
export const mostFormBytes = 2 * 1_024 * 1_024;
/** The fewest bytes that are accepted for any form: its token, and some more than its fields ask for. */
const leastFormBytes = 64 * 1_024;
/** A browser writes a character as up to four bytes, each as `%` and two digits. */
const bytesOfCharacter = 12;

const limits = new WeakMap<readonly FieldDefinition[], number>();

/** Returns the most bytes of a form with these fields; computed once for an array, which must not change afterwards. */
export function formBytesOf(fields: readonly FieldDefinition[]): number {
  const known = limits.get(fields);
  if (known !== undefined) return known;
  const characters = fields.reduce((sum, field) => sum + charactersOf(field), 0);
  const limit = Math.min(mostFormBytes, Math.max(leastFormBytes, characters * bytesOfCharacter));
  limits.set(fields, limit);
  return limit;
}

/** The most characters of a field's names and answers together. Parts of an address have up to 500 each. */
function charactersOf({ kind, key, validation, options = [], rows = [] }: FieldDefinition): number {
  const choices = [...options, ...rows];
  const chosen = choices.reduce((sum, { value }) => sum + value.length + key.length + 2, 0);
  const rowsOfColumns = rows.length * options.reduce((sum, { value }) => sum + value.length, 0);
  // Without the pattern, which would have to be compiled.
  const { max } = lengthsOf(
    kind,
    validation?.max_length === undefined ? {} : { max_length: validation.max_length },
  );
  return key.length + 4_000 + max + chosen + rowsOfColumns;
}
