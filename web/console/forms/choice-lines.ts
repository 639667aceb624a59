import type { DraftChoice } from '../../../domain/form-draft/draft-field.ts';

/** A choice on one line: its label, or `value | label`. */
const lineOf = ({ value, label }: DraftChoice): string =>
  (value === '' ? label : `${value} | ${label}`).replace(/\s*\n\s*/g, ' ').trim();

/** The choices as they are stored: without blank lines; a blank value is the label. */
export const storedChoices = (choices: readonly DraftChoice[]): DraftChoice[] =>
  choices
    .filter(({ value, label }) => value !== '' || label.trim() !== '')
    .map(({ value, label }) => ({
      value: value === '' ? label : value,
      label: label === '' ? value : label,
    }));

export const linesOf = (choices: readonly DraftChoice[]): string => choices.map(lineOf).join('\n');

/**
 * The choices on lines.
 * @param former the choices before: a line that is still there is the same choice, also where the line alone could mean another
 */
export function choicesOn(lines: string, former: readonly DraftChoice[]): DraftChoice[] {
  const unchanged = new Map(former.map((choice) => [lineOf(choice), choice]));
  return lines
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [value = '', ...label] = line.split(' | ');
      const read =
        label.length === 0
          ? { value: '', label: value }
          : { value: value.trim(), label: label.join(' | ').trim() };
      return unchanged.get(line) ?? read;
    });
}
