import type { FieldDefinition } from '../../domain/form/field.ts';
import { lengthsOf } from '../../domain/form/kind-rules.ts';

/**
 * The most bytes of a form that a browser sends, whatever its fields: the event of its answers must fit into one append of 1 MiB, and a
 * browser writes each byte as `%` and two digits. The rest is for names.
 */
export const maxFormBytes = 3_584 * 1_024;
/**
 * The fewest bytes that are accepted for any form. A text that is far too long for its field, as by pasting the wrong one, comes back
 * on the page with its problem.
 */
const minFormBytes = 1_024 * 1_024;
/** A browser writes a character as up to four bytes, each as `%` and two digits. */
const bytesOfCharacter = 12;

const limits = new WeakMap<readonly FieldDefinition[], number>();

/** Returns the most bytes of a form with these fields; computed once for an array, which must not change afterwards. */
export function formBytesOf(fields: readonly FieldDefinition[]): number {
  const known = limits.get(fields);
  if (known !== undefined) return known;
  const characters = fields.reduce((sum, field) => sum + charactersOf(field), 0);
  const limit = Math.min(maxFormBytes, minFormBytes + characters * bytesOfCharacter);
  limits.set(fields, limit);
  return limit;
}

const lengthOf = (choices: FieldDefinition['options'] = []): number =>
  choices.reduce((sum, { value }) => sum + value.length, 0);

/** The most characters of a field's names and answers together. Parts of an address have up to 500 each. */
function charactersOf({ kind, key, validation, options = [], rows = [] }: FieldDefinition): number {
  // Each column of a row is sent under the name of the row; each option under the key, or the key with the option.
  const pairs = Math.max(1, rows.length) * Math.max(1, options.length);
  const names = pairs * (key.length + 5) + lengthOf(rows) * Math.max(1, options.length);
  const chosen = Math.max(1, rows.length) * lengthOf(options);
  // Without the pattern, which would have to be compiled.
  const { max } = lengthsOf(
    kind,
    validation?.max_length === undefined ? {} : { max_length: validation.max_length },
  );
  return 4_000 + max + names + chosen;
}
