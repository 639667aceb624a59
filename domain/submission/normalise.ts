import { isRecord } from '../check.ts';
import type { FieldDefinition, FieldKind } from '../form/field.ts';
import { kindRules, maxPartLength } from '../form/kind-rules.ts';
import { cleanLine, cleanText } from '../text.ts';
import { cleanEmail, cleanPhone, cleanUrl } from './contact-texts.ts';

/**
 * Returns a value in the form in which it is checked and stored, the same for the page, the API and imports. What is no value of the kind
 * stays as it is, for the check.
 */
export type Normalise = (value: unknown) => unknown;

const asGiven: Normalise = (value) => value;

/** Normalises a text. One far beyond its limit stays as it is: it is too long however it is composed. */
const text =
  (clean: (text: string) => string, longest: number): Normalise =>
  (value) =>
    typeof value === 'string' && value.length <= longest * 4 ? clean(value) : value;

/** The members of an object. Two names that become one stay as they are, for the check. */
const members =
  (clean: Normalise, cleanName: (name: string) => string = (name) => name): Normalise =>
  (value) => {
    if (!isRecord(value)) return value;
    const entries = Object.entries(value);
    const cleaned = new Map(entries.map(([name, member]) => [cleanName(name), clean(member)]));
    return cleaned.size === entries.length ? Object.fromEntries(cleaned) : value;
  };

const list =
  (clean: Normalise): Normalise =>
  (value) =>
    Array.isArray(value) ? value.map(clean) : clean(value);

/** Finds the option that a text names, however its characters are composed. */
function optionNamed(options: FieldDefinition['options'] = []): (text: string) => string {
  const values = new Map(options.map(({ value }) => [cleanText(value), value]));
  for (const { value } of options) values.set(value, value);
  return (given) => values.get(given) ?? values.get(cleanText(given)) ?? given;
}

const option = (options: FieldDefinition['options']): Normalise => text(optionNamed(options), 500);

/** The ids of files; a file as a submission shows it stands for its id. */
const fileIds: Normalise = (value) => (Array.isArray(value) ? value.map(idOfFile) : value);
const idOfFile: Normalise = (one) => (isRecord(one) && typeof one['id'] === 'string' ? one['id'] : one);

const textOf =
  (clean: (text: string) => string) =>
  ({ kind }: FieldDefinition): Normalise =>
    text(clean, kindRules[kind].maxLength ?? 0);

const normalisers: Readonly<Partial<Record<FieldKind, (field: FieldDefinition) => Normalise>>> = {
  short_text: textOf(cleanLine),
  long_text: textOf(cleanText),
  hidden: textOf(cleanText),
  email: textOf(cleanEmail),
  phone: textOf(cleanPhone),
  url: textOf(cleanUrl),
  single_choice: ({ options }) => option(options),
  dropdown: ({ options }) => option(options),
  multiple_choice: ({ options }) => list(option(options)),
  ranking: ({ options }) => list(option(options)),
  address: () => members(text(cleanLine, maxPartLength)),
  full_name: () => members(text(cleanLine, maxPartLength)),
  file: () => fileIds,
  matrix: ({ options, rows }) => members(list(option(options)), optionNamed(rows)),
};

/** Returns the normalisation of a field's answers. Call it once for each field. */
export const normaliserOf = (field: FieldDefinition): Normalise =>
  normalisers[field.kind]?.(field) ?? asGiven;
