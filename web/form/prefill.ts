import type { FieldDefinition } from '../../domain/form/field.ts';
import { defaultTimeZone, type FormLocale } from '../../domain/form/locale.ts';
import { datetime } from '../../domain/submission/checks/formats.ts';
import { localTime } from '../../domain/submission/reading/moment.ts';
import { cleanText } from '../../domain/text.ts';
import { type EnteredTexts, typedIn } from './entered-texts.ts';

const yes = ['yes', 'true', '1', 'on'];
const no = ['no', 'false', '0', 'off'];

/** The value of the option that a link names by its value or its label. */
function optionNamed(options: FieldDefinition['options'] = [], text: string): string {
  const clean = cleanText(text);
  const named =
    options.find(({ value }) => value === text) ??
    options.find(({ value }) => cleanText(value) === clean) ??
    options.find(({ label }) => cleanText(label) === clean);
  return named?.value ?? text;
}

/** The text of a control that a link gives, as the page offers it. */
function offered({ kind, options }: FieldDefinition, text: string, { timeZone }: FormLocale): string {
  switch (kind) {
    case 'yes_no':
    case 'consent': {
      const word = text.trim().toLowerCase();
      return yes.includes(word) ? 'yes' : no.includes(word) ? 'no' : text;
    }
    case 'single_choice':
    case 'dropdown':
    case 'multiple_choice':
    case 'matrix':
      return optionNamed(options, text);
    case 'datetime':
      // The control takes no offset.
      return datetime.test(text) ? localTime(text, timeZone ?? defaultTimeZone) : text;
    default:
      return text;
  }
}

/** The name of a control as the page has it: the part that is a row of a matrix or a choice to rank may be named by its label. */
function controlNamed({ kind, key, options, rows }: FieldDefinition, name: string): string {
  const choices = kind === 'matrix' ? rows : kind === 'ranking' ? options : undefined;
  const part = name.slice(key.length + 1);
  return choices && part !== '' ? `${key}.${optionNamed(choices, part)}` : name;
}

/**
 * Returns the texts that the query of a form's page gives for its controls. Choices, rows and columns may be given by value or
 * label, yes and no as `true` and `false` as well, and a moment with its offset.
 */
export function prefilled(
  form: FormLocale & { readonly fields: readonly FieldDefinition[] },
  query: Readonly<Record<string, unknown>>,
): EnteredTexts {
  const byKey = new Map(form.fields.map((field) => [field.key, field]));
  const given = Object.entries(typedIn(query)).flatMap(([name, texts]) => {
    // Keys of fields have no dot.
    const field = byKey.get(name.split('.', 1)[0] ?? '');
    if (!field) return [];
    return [[controlNamed(field, name), texts.map((text) => offered(field, text, form))] as const];
  });
  return typedIn(Object.fromEntries(given));
}
