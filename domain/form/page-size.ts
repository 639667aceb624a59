import { type Fault, faulty, noFaults } from '../check.ts';
import type { FieldInput } from './field.ts';
import { rangeOf } from './kind-rules.ts';

/** The most options that people are asked to rank. */
export const maxRanked = 100;
/** The most cells of a matrix: its rows times its columns. */
export const maxCells = 1_000;
/** The most controls of a form: inputs, options of lists, and cells of matrices. */
export const maxControls = 5_000;
/** The most bytes of a form's page. */
export const maxPageBytes = 1_000_000;

/** The lists of places of a short ranking take places times options. */
export const maxRankedInLists = 20;

type Sized = Pick<FieldInput, 'kind' | 'label' | 'help_text' | 'placeholder' | 'options' | 'rows'> &
  Pick<FieldInput, 'key' | 'validation' | 'default_value' | 'hidden' | 'low_label' | 'high_label'>;

/** Whether a field has more choices than people get one control each for. */
export const isOversized = ({ kind, options = [], rows = [] }: Sized): boolean =>
  kind === 'matrix' && rows.length * options.length > maxCells;

/** Returns the number of controls that a field takes on the page of its form. */
function controlsOf(field: Sized): number {
  const { kind, options = [], rows = [], validation } = field;
  if (field.hidden === true) return 0;
  switch (kind) {
    case 'matrix':
      return rows.length * options.length;
    case 'ranking':
      return options.length <= maxRankedInLists ? options.length * (options.length + 2) : options.length;
    case 'rating':
    case 'scale': {
      const { min, max } = rangeOf(kind, validation);
      return max - min + 1;
    }
    case 'nps':
      return 11;
    case 'address':
    case 'full_name':
      return 6;
    default:
      return 1 + options.length;
  }
}

/** The most bytes of HTML without the field's own texts: of the field, of a control, and of an option of a list. */
const [bytesOfField, bytesOfControl, bytesOfOption] = [1_000, 250, 60];

/** The bytes of a text in HTML: UTF-8, and entities of up to five bytes. */
function htmlBytes(text = ''): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    bytes += code > 0x7f ? 3 : escaped.has(code) ? 5 : 1;
  }
  return bytes;
}
/** `"`, `&`, `'`, `<` and `>`. */
const escaped = new Set([0x22, 0x26, 0x27, 0x3c, 0x3e]);

/** Returns an upper bound of the bytes that a field takes on the page of its form. */
export function pageBytesOf(field: Sized): number {
  if (field.hidden === true) return 0;
  const { kind, label, help_text, placeholder, default_value, key = '', options = [], rows = [] } = field;
  const controlBytes = bytesOfControl + 3 * key.length;
  const ends = 2 * (htmlBytes(field.low_label) + htmlBytes(field.high_label));
  const own = 3 * htmlBytes(label) + htmlBytes(help_text) + htmlBytes(placeholder) + ends;
  const begun = default_value === undefined ? 0 : htmlBytes(JSON.stringify(default_value));
  const bytesOf = (choices: NonNullable<Sized['options']>) =>
    choices.reduce((bytes, choice) => bytes + htmlBytes(choice.value) + htmlBytes(choice.label), 0);
  const choices = bytesOf(options);
  // Each row and the head have all columns, and each control of a row has the row's value in its name.
  const cells =
    kind === 'matrix' ? (rows.length + 1) * choices + (options.length + 2) * bytesOf(rows) : choices;
  // A row of a matrix has a heading and a control for no answer, together as large as one more control.
  const controls =
    kind === 'dropdown' || kind === 'ranking'
      ? controlsOf(field) * bytesOfOption + (kind === 'ranking' ? options.length : 1) * controlBytes
      : (controlsOf(field) + (kind === 'matrix' ? rows.length : 0)) * controlBytes;
  return bytesOfField + own + begun + cells + controls;
}

const inWords = (number: number): string => number.toLocaleString('en');

/** Returns the faults of a field that is too large by itself. */
function ownFaults({ kind, options = [], rows = [] }: Sized): readonly Fault[] {
  if (kind === 'ranking' && options.length > maxRanked)
    return faulty('too_long', `A ranking has at most ${maxRanked} options.`, '/options');
  const cells = rows.length * options.length;
  if (kind === 'matrix' && cells > maxCells) {
    const has = `rows times options is ${inWords(cells)}`;
    return faulty('too_long', `A matrix has at most ${inWords(maxCells)} cells; ${has}.`, '/rows');
  }
  return noFaults;
}

/**
 * Checks that the page of a form stays within its limits.
 * @returns the faults of each field: its own, and those of the first field with which the form is too large
 */
export function sizeFaults(fields: readonly Sized[]): (readonly Fault[])[] {
  let [controls, bytes] = [0, 0];
  return fields.map((field) => {
    const own = ownFaults(field);
    if (own.length > 0) return own;
    const [controlsBefore, bytesBefore] = [controls, bytes];
    controls += controlsOf(field);
    bytes += pageBytesOf(field);
    if (controlsBefore <= maxControls && controls > maxControls)
      return faulty(
        'too_long',
        `With this field the form has more than ${inWords(maxControls)} controls (inputs, options and cells).`,
      );
    if (bytesBefore <= maxPageBytes && bytes > maxPageBytes)
      return faulty(
        'too_long',
        `With this field the page of the form has more than ${inWords(maxPageBytes)} bytes.`,
      );
    return noFaults;
  });
}
