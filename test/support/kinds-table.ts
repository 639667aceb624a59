import { readFileSync } from 'node:fs';
import type { FieldInput, FieldKind } from '../../domain/form/field.ts';
import { fieldKinds } from '../../domain/form/field.ts';
import { kindRules } from '../../domain/form/kind-rules.ts';
import { rootUrl } from './repository.ts';

/** What a table for people says of a kind, with an answer that a field of that kind accepts. */
export interface KindExample {
  readonly meaning: string;
  /** Absent for a kind that takes no answer. */
  readonly answer?: unknown;
  /** What a field of that kind needs beyond a label. */
  readonly settings?: Pick<FieldInput, 'options' | 'rows'>;
}

const options = ['tea', 'coffee'].map((value) => ({ value, label: value }));

export const kindExamples: Readonly<Record<FieldKind, KindExample>> = {
  short_text: { meaning: 'a line of text', answer: 'Ada' },
  long_text: { meaning: 'a text with line breaks', answer: 'Good coffee.\nCold room.' },
  email: { meaning: 'an e-mail address', answer: 'ada@example.com' },
  phone: {
    meaning: 'a telephone number of 5 to 15 digits, perhaps with an extension',
    answer: '+44 20 7946 0000',
  },
  url: { meaning: 'a URL with http or https, or a host that gets https', answer: 'https://example.com/ada' },
  number: { meaning: 'a number that JSON keeps exactly, see below', answer: 12.5 },
  rating: { meaning: 'a whole number, shown as stars', answer: 4 },
  scale: { meaning: 'a whole number, shown as steps', answer: 7 },
  nps: { meaning: 'a whole number from 0 to 10', answer: 9 },
  yes_no: { meaning: 'true or false', answer: true },
  consent: { meaning: 'true or false; true where it is required', answer: true },
  single_choice: { meaning: 'the value of one option', answer: 'tea', settings: { options } },
  dropdown: { meaning: 'the value of one option', answer: 'tea', settings: { options } },
  multiple_choice: { meaning: 'the values of options', answer: ['tea', 'coffee'], settings: { options } },
  ranking: { meaning: 'the values of options, best first', answer: ['coffee', 'tea'], settings: { options } },
  date: { meaning: 'a date of the calendar', answer: '2026-11-23' },
  time: { meaning: 'a time of day', answer: '14:05' },
  datetime: { meaning: 'a moment in UTC (`Z`) or with its offset', answer: '2026-11-23T14:05:00+01:00' },
  address: {
    meaning: 'any of `line1`, `line2`, `city`, `state`, `postal_code`, `country`',
    answer: { line1: '12 Long Lane', city: 'London' },
  },
  full_name: {
    meaning: 'any of `prefix`, `first_name`, `middle_name`, `last_name`, `suffix`',
    answer: { first_name: 'Ada', last_name: 'Lovelace' },
  },
  matrix: {
    meaning: 'the value of a column for each row; a list of them where `max_selections` is above 1',
    answer: { monday: 'tea' },
    settings: { options, rows: [{ value: 'monday', label: 'Monday' }] },
  },
  payment: {
    meaning: "an amount in the currency's minor unit, and a code of ISO 4217, see below",
    answer: { amount: 1250, currency: 'EUR' },
  },
  file: {
    meaning: 'a list of the ids of uploaded files, see below',
    answer: ['9kLm4NoP5qRsTu7VwX8y'],
  },
  hidden: { meaning: 'a text that the page adds, such as a campaign', answer: 'spring' },
  statement: { meaning: 'a text to read; takes no answer' },
};

/** The settings that a kind takes, from the rules by which definitions are checked. */
function settingsOf(kind: FieldKind): string {
  const { maxLength, range, options: choices, rows, maxSelections, files, endLabels } = kindRules[kind];
  return [
    ...(choices ? ['`options`'] : []),
    ...(rows ? ['`rows`'] : []),
    ...(maxLength === undefined
      ? []
      : [`\`min_length\`, \`max_length\` (at most ${maxLength.toLocaleString('en')})`, '`pattern`']),
    ...(kindRules[kind].currency === true ? ['`currency`'] : []),
    ...(range === undefined ? [] : [`\`min\`, \`max\`${limits(range.byDefault)}`]),
    ...(maxSelections === undefined ? [] : ['`min_selections`, `max_selections`']),
    ...(endLabels ? ['`low_label`, `high_label`'] : []),
    ...(files ? ['`max_files`, `max_bytes`, `types`'] : []),
  ].join('; ');
}

const limits = ({ min, max }: { readonly min: number; readonly max: number }): string =>
  Number.isFinite(min) && max < Number.MAX_SAFE_INTEGER ? ` (${min} to ${max} by default)` : '';

/** The table of all kinds of fields, in Markdown. */
export function kindsTable(): string {
  const rows = fieldKinds.map((kind) => {
    const { meaning, answer } = kindExamples[kind];
    const example = answer === undefined ? '' : `\`${JSON.stringify(answer)}\``;
    return `| \`${kind}\` | ${meaning} | ${example} | ${settingsOf(kind)} |`;
  });
  return ['| kind | answer | example | settings |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** The document that contains the table. */
export const formsDocument = new URL('docs/forms.md', rootUrl);

const heading = '## Kinds of fields\n\n';

/** The document with the present table in place of its own. */
export function withKindsTable(): string {
  const text = readFileSync(formsDocument, 'utf8');
  const start = text.indexOf(heading) + heading.length;
  const end = text.indexOf('\n\n', start);
  return text.slice(0, start) + kindsTable() + text.slice(end);
}
