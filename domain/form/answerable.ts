import { LRUCache } from 'lru-cache';
import { type Fault, faulty, noFaults } from '../check.ts';
import { checkOf } from '../submission/check-value.ts';
import { phoneExtension } from '../submission/checks/phone.ts';
import type { FieldDefinition, FieldKind, FieldValidation } from './field.ts';
import { findText, type Found } from './find-text.ts';
import { lengthsOf, rangeOf } from './kind-rules.ts';
import { compilePattern } from './pattern.ts';
import { type PatternProgram, programOf } from './pattern-program.ts';

/**
 * Returns why no answer to a field would be accepted; nothing for a field that can be answered.
 * @param field a field whose own members are valid, its default among them
 */
export function answerFaults(field: FieldDefinition): readonly Fault[] {
  // The default is an answer, to fields that people do not see as well.
  if (field.default_value !== undefined) return noFaults;
  if (field.required && (field.hidden || field.kind === 'hidden')) return unseen;
  return [...numberFaults(field), ...textFaults(field)];
}

const unseen = faulty(
  'required',
  'A required field that people do not see needs a default value.',
  '/default_value',
);

/** The number of a range that is nearest to 0 is the one that is stored most easily. */
function numberFaults(field: FieldDefinition): readonly Fault[] {
  if (field.kind !== 'number') return noFaults;
  const { min, max } = rangeOf(field.kind, field.validation);
  if (checkOf(field)(Math.max(min, Math.min(0, max))).length === 0) return noFaults;
  return faulty(
    'out_of_range',
    'No number of this range can be stored.',
    min > 0 ? '/validation/min' : '/validation/max',
  );
}

/**
 * What the accepted texts of each kind have in common, in the dialect of patterns. A pattern may accept more than the checks of
 * the kind do, and never less: a field is refused only where there is certainly no answer.
 */
const removed = '\\p{Cc}\\p{Cs}\\x{202a}-\\x{202e}\\x{feff}\\x{fff9}-\\x{fffb}';
const blank =
  '\\p{Cf}\\p{Z}\\x{34f}\\x{115f}\\x{1160}\\x{17b4}\\x{17b5}\\x{2800}\\x{3164}\\x{fe00}-\\x{fe0f}\\x{ffa0}';
const [character, visible] = [`[^${removed}]`, `[^${removed}${blank}]`];
const line = `(?:\\t|${character})*${visible}(?:\\t|${character})*`;
const lines = `(?:[\\t\\n]|${character})*${visible}(?:[\\t\\n]|${character})*`;
const extension = `(?i:${phoneExtension})??`;
const letters = '\\p{L}\\p{M}\\p{N}\\x{200c}\\x{200d}';
const [atom, label] = [`[${letters}.!#$%&'*+/=?^_\`{|}~-]`, `[${letters}-]`];
const formats: Partial<Record<FieldKind, string>> = {
  short_text: line,
  long_text: lines,
  hidden: lines,
  email: `${atom}{1,64}@(?:${label}{1,63}\\.)+${label}{2,63}`,
  // No number with the code of its country has fewer than six digits.
  phone: `\\(??(?: *?[0-9](?:[ .\\-/()]*?[0-9]){4,14}?|\\+(?:\\( *?)??[0-9](?:[ .\\-/()]*?[0-9]){5,14}?)\\)??${extension}`,
  url: '(?i:https?)://[^\\s\\p{Cc}\\p{Cs}\\\\/?#@:][^\\s\\p{Cc}\\p{Cs}\\\\/?#@]*(?:[/?#][^\\s\\p{Cc}\\p{Cs}\\\\]*)?',
};
/** Formats without the lengths of parts, which accept more and have few states: their searches end where the others are given up. */
const roughFormats: typeof formats = { email: `${atom}+@(?:${label}+\\.)+${label}{2,}` };
const programs = new Map<string, PatternProgram>();

function programOfFormat(source: string | undefined): PatternProgram | null {
  if (source === undefined) return null;
  const program = programs.get(source) ?? compiled(source);
  programs.set(source, program);
  return program;
}

function compiled(source: string): PatternProgram {
  const pattern = compilePattern(source);
  if (!pattern.ok) throw new Error(`a pattern cannot be compiled: ${pattern.error}`);
  return programOf(pattern.value);
}

/**
 * Searches the shortest text that the pattern, the lengths and the kind of a field accept. Takes up to about 5 ms, and as long as
 * the pattern takes to compile.
 */
export function shortestAnswer(kind: FieldKind, validation: FieldValidation = {}): Found {
  const [rough, format] = [programOfFormat(roughFormats[kind]), programOfFormat(formats[kind])];
  if (format === null) return 'unknown';
  const { min, max } = lengthsOf(kind, validation);
  const pattern = compiled(validation.pattern ?? '(?s).*');
  if (rough !== null && findText(pattern, rough, { min, max }) === 'none') return 'none';
  return findText(pattern, format, { min, max });
}

const searched = new LRUCache<string, boolean>({ max: 5_000 });

/** Whether certainly no text answers a field of this kind; remembered for many fields. */
export function isUnanswerableText(kind: FieldKind, validation: FieldValidation): boolean {
  const { pattern, min_length, max_length } = validation;
  if (pattern === undefined && min_length === undefined && max_length === undefined) return false;
  const key = JSON.stringify([kind, pattern, min_length, max_length]);
  const known = searched.get(key);
  if (known !== undefined) return known;
  const isUnanswerable = shortestAnswer(kind, validation) === 'none';
  searched.set(key, isUnanswerable);
  return isUnanswerable;
}

function textFaults({ kind, validation = {} }: FieldDefinition): readonly Fault[] {
  if (!isUnanswerableText(kind, validation)) return noFaults;
  if (validation.pattern !== undefined)
    return faulty(
      'invalid_format',
      `No text of the permitted length that answers a field of kind ${kind} matches this pattern.`,
      '/validation/pattern',
    );
  const member = validation.max_length === undefined ? 'min_length' : 'max_length';
  return faulty(
    'out_of_range',
    `No text of this length answers a field of kind ${kind}.`,
    `/validation/${member}`,
  );
}

/** The most bytes of the answers of a submission, whose event must fit into one append of the log. */
const maxAnswerBytes = 1_000_000;

/** The fewest bytes of a field's answer: texts of required fields have a byte for each character at least. */
function minBytes({ required, validation, default_value }: FieldDefinition): number {
  if (default_value !== undefined) return Buffer.byteLength(JSON.stringify(default_value));
  return required ? (validation?.min_length ?? 0) : 0;
}

/** Returns the fault of the first field with which the shortest answers to a form are too long together. */
export function togetherFaults(fields: readonly FieldDefinition[]): (readonly Fault[])[] {
  let bytes = 0;
  return fields.map((field) => {
    const before = bytes;
    bytes += minBytes(field);
    return before <= maxAnswerBytes && bytes > maxAnswerBytes ? tooMuchText : noFaults;
  });
}

const tooMuchText = faulty(
  'too_long',
  `With this field the shortest answers to the form take more than ${maxAnswerBytes.toLocaleString('en')} bytes, the most that a submission has.`,
);
