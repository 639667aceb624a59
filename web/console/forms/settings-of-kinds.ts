import { type FieldKind, fieldKinds } from '../../../domain/form/field.ts';
import { kindRules } from '../../../domain/form/kind-rules.ts';
import type { DraftField } from '../../../domain/form-draft/draft-field.ts';
import { currencyCodes } from '../../../domain/submission/currencies.ts';

/** The prefix of the names of a question's controls. */
export const settingPrefix = 'q.';

/** The kinds whose first answer has parts, each with a control as people answer it. */
export const kindsInParts: readonly FieldKind[] = ['ranking', 'matrix', 'address', 'full_name', 'payment'];
export const isInParts = (kind: FieldKind): boolean => kindsInParts.includes(kind);

/** A text setting of questions, for the kinds that have it. */
export interface KindSetting {
  readonly name: Exclude<keyof DraftField, 'id' | 'kind' | 'required' | 'hidden' | 'options' | 'rows'>;
  readonly label: string;
  /** Where problems of the setting point to, within the question. */
  readonly path: string;
  readonly kinds: readonly FieldKind[];
  readonly help?: string;
  readonly type?: 'date' | 'time' | 'datetime-local' | 'email' | 'url' | 'tel';
  readonly inputmode?: 'decimal' | 'numeric';
  readonly lines?: number;
  /** The control shows the number divided by this. */
  readonly scale?: number;
  /** A list to choose from: values with their labels. Without entries, the choices of the question. */
  readonly list?: readonly (readonly [value: string, label: string])[];
  /** Whether several entries of the list can be chosen. */
  readonly isMultiple?: true;
}

const having = (has: (rules: (typeof kindRules)[FieldKind]) => boolean): FieldKind[] =>
  fieldKinds.filter((kind) => has(kindRules[kind]));
const withLength = having(({ maxLength }) => maxLength !== undefined);
const withSelections = having(({ maxSelections }) => maxSelections !== undefined);
const withFiles = having(({ files }) => files === true);
export const withOptions = having(({ options }) => options === true);
export const withRows = having(({ rows }) => rows === true);
const withEnds = having(({ endLabels }) => endLabels === true);
const steps: readonly FieldKind[] = ['rating', 'scale'];
const withPlaceholder: readonly FieldKind[] = ['short_text', 'long_text', 'email', 'phone', 'url', 'number'];
/** The kinds that people answer. */
export const answered = fieldKinds.filter((kind) => kind !== 'statement');

const limit = (
  name: KindSetting['name'],
  label: string,
  kinds: readonly FieldKind[],
  help?: string,
): KindSetting => ({
  name,
  label,
  path: `validation/${name}`,
  kinds,
  inputmode: 'decimal',
  ...(help !== undefined && { help }),
});

const texts: readonly KindSetting[] = [
  { name: 'help', label: 'Help below the question', path: 'help_text', kinds: answered },
  { name: 'placeholder', label: 'Example in the empty control', path: 'placeholder', kinds: withPlaceholder },
  { name: 'low_label', label: 'Words at the first step', path: 'low_label', kinds: withEnds },
  { name: 'high_label', label: 'Words at the last step', path: 'high_label', kinds: withEnds },
];

const megabyte = 1_024 * 1_024;
const enteredAmount =
  'Of amounts that people write: in the currency or, without one, in its smallest unit, such as cents.';

const englishNames = new Intl.DisplayNames('en', { type: 'currency' });
const currencyNames = currencyCodes().map(
  (code) => [code, `${code}, ${englishNames.of(code) ?? code}`] as const,
);

const limits: readonly KindSetting[] = [
  limit('min', 'At least', ['number']),
  limit('max', 'At most', ['number']),
  {
    name: 'currency',
    label: 'Currency',
    path: 'validation/currency',
    kinds: ['payment'],
    list: [['', 'People write it'], ...currencyNames],
  },
  limit('amount', 'Amount for everybody', ['payment'], 'Such as 12.50. People see it, and write none.'),
  limit('min', 'At least', ['payment'], enteredAmount),
  limit('max', 'At most', ['payment'], enteredAmount),
  limit('min', 'First step', steps),
  limit('max', 'Last step', steps),
  limit('min_length', 'At least so many characters', withLength),
  limit('max_length', 'At most so many characters', withLength),
  limit('min_selections', 'At least so many choices', withSelections),
  limit('max_selections', 'At most so many choices', withSelections),
  limit('max_files', 'At most so many files', withFiles),
  { ...limit('max_bytes', 'Largest file, in MB', withFiles, 'Such as 10 or 2.5'), scale: megabyte },
  {
    name: 'types',
    label: 'Types of files',
    path: 'validation/types',
    kinds: withFiles,
    help: 'Such as image, application/pdf',
  },
  {
    name: 'pattern',
    label: 'Pattern',
    path: 'validation/pattern',
    kinds: withLength,
    help: 'A regular expression that the whole text must match.',
  },
];

const none = ['', 'None'] as const;
const begin = (kinds: readonly FieldKind[], rest: Partial<KindSetting> = {}): KindSetting => ({
  name: 'default',
  label: 'Answer at the beginning',
  path: 'default_value',
  kinds,
  ...rest,
});

const defaults: readonly KindSetting[] = [
  begin(['short_text', 'hidden']),
  begin(['long_text'], { lines: 3 }),
  begin(['email'], { type: 'email' }),
  begin(['phone'], { type: 'tel' }),
  begin(['url'], { type: 'url' }),
  begin(['number', 'rating', 'scale', 'nps'], { inputmode: 'decimal' }),
  begin(['date'], { type: 'date' }),
  begin(['time'], { type: 'time' }),
  begin(['datetime'], { type: 'datetime-local', help: "In the form's time zone." }),
  begin(['yes_no'], { list: [none, ['true', 'Yes'], ['false', 'No']] }),
  begin(['consent'], { list: [none, ['true', 'Ticked']] }),
  begin(['single_choice', 'dropdown'], { list: [] }),
  begin(['multiple_choice'], { list: [], isMultiple: true }),
];

/** The text settings of questions, in the order of the editor. */
export const kindSettings: readonly KindSetting[] = [...texts, ...limits, ...defaults];
