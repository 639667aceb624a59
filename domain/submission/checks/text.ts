import { type Check, type Fault, faulty, noFaults } from '../../check.ts';
import type { FieldDefinition } from '../../form/field.ts';
import { lengthsOf } from '../../form/kind-rules.ts';
import { matchPattern } from '../../form/pattern.ts';
import { characters, textFault } from '../../text.ts';
import { tooLong, tooShort, unacceptedCharacter, unlikePattern } from '../answer-faults.ts';

/** The format of a kind of text. */
export interface TextFormat {
  readonly test: (text: string) => boolean;
  /** The faults of a text of another format. */
  readonly fault: readonly Fault[];
}

/** Checks a text's length, format and pattern. */
export function textCheck({ kind, validation }: FieldDefinition, format?: TextFormat): Check {
  const pattern = validation?.pattern;
  return (value, matches = matchPattern) => {
    if (typeof value !== 'string') return faulty('invalid_type', 'Must be a string.');
    // Not before an answer is checked: the length depends on the pattern, which may have to be compiled.
    const { min, max } = lengthsOf(kind, validation);
    const fault = lengthFault(value, min, max) ?? characterFaults(value);
    if (fault !== null) return fault;
    if (format && !format.test(value)) return format.fault;
    return pattern !== undefined && !matches(pattern, value) ? unlikePattern : noFaults;
  };
}

/** Checks a text of a fixed format, which determines its length. */
export const formatCheck =
  ({ test, fault }: TextFormat): Check =>
  (value) => {
    if (typeof value !== 'string') return faulty('invalid_type', 'Must be a string.');
    return test(value) ? noFaults : fault;
  };

function lengthFault(text: string, min: number, max: number): readonly Fault[] | null {
  // A character takes one or two units of a string: most texts need no counting.
  if (text.length > max && characters(text) > max) return tooLong(max);
  if (text.length < min * 2 && characters(text) < min) return tooShort(min);
  return null;
}

/** Returns the fault of a text with characters that no text has. */
export function characterFaults(text: string): readonly Fault[] | null {
  const fault = textFault(text);
  return fault === null ? null : unacceptedCharacter(fault);
}
