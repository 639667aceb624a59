import type { FieldDefinition, FieldInput, FieldKind } from '../../../domain/form/field.ts';
import { fieldKinds } from '../../../domain/form/field.ts';
import { kindRules } from '../../../domain/form/kind-rules.ts';

/** The numbers of a field's validation. */
export const limitNames = [
  'min',
  'max',
  'min_length',
  'max_length',
  'min_selections',
  'max_selections',
  'max_files',
  'max_bytes',
] as const;
type LimitName = (typeof limitNames)[number];

/** The limits that fields of a kind can have. */
export const limitsOf = (kind: FieldKind): LimitName[] => {
  const { range, maxLength, maxSelections, files } = kindRules[kind];
  return limitNames.filter((name) => {
    if (name.endsWith('_length')) return maxLength !== undefined;
    if (name.endsWith('_selections')) return maxSelections !== undefined;
    if (name === 'max_files' || name === 'max_bytes') return files === true;
    return range !== undefined;
  });
};

/** A field in the editor: texts as typed, so that nothing typed is lost. */
export interface DraftField {
  /** The key of a field that the form has; of a new field, the key that was typed. */
  readonly key: string;
  readonly isNew: boolean;
  readonly label: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly hidden: boolean;
  readonly help: string;
  readonly placeholder: string;
  /** A line for each choice: `value | label`, or the label alone. */
  readonly options: string;
  readonly rows: string;
  readonly limits: Readonly<Record<LimitName, string>>;
  readonly pattern: string;
  /** The types of files, separated by commas. */
  readonly types: string;
  readonly defaultValue: string;
}

/** A form in the editor. */
export interface FormDraft {
  readonly title: string;
  readonly description: string;
  readonly slug: string;
  /** Blank for none. */
  readonly language: string;
  readonly timeZone: string;
  readonly fields: readonly DraftField[];
}

export type Choice = NonNullable<FieldInput['options']>[number];

/** A choice on one line. */
export const lineOf = ({ value, label }: Choice): string =>
  (value === label ? label : `${value} | ${label}`).replace(/\s*\n\s*/g, ' ').trim();

const asLines = (choices: readonly Choice[] = []): string => choices.map(lineOf).join('\n');

const asText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

export const noLimits = {
  min: '',
  max: '',
  min_length: '',
  max_length: '',
  min_selections: '',
  max_selections: '',
  max_files: '',
  max_bytes: '',
};

/** A new field of a kind. */
export const newField = (kind: FieldKind): DraftField => ({
  key: '',
  isNew: true,
  label: '',
  kind,
  required: false,
  hidden: false,
  help: '',
  placeholder: '',
  options: '',
  rows: '',
  limits: noLimits,
  pattern: '',
  types: '',
  defaultValue: '',
});

/** A field of a form, for the editor. */
export function draftOf(field: FieldDefinition): DraftField {
  const { validation = {} } = field;
  return {
    ...newField(field.kind),
    key: field.key,
    isNew: false,
    label: field.label,
    required: field.required,
    hidden: field.hidden,
    help: field.help_text ?? '',
    placeholder: field.placeholder ?? '',
    options: asLines(field.options),
    rows: asLines(field.rows),
    limits: {
      ...noLimits,
      ...Object.fromEntries(limitNames.map((name) => [name, asText(validation[name])])),
    },
    pattern: validation.pattern ?? '',
    types: (validation.types ?? []).join(', '),
    defaultValue: asText(field.default_value),
  };
}

export const kindOf = (given: string): FieldKind => fieldKinds.find((kind) => kind === given) ?? 'short_text';

/** Carries out a button of the editor, such as `up 2`, `remove 0` or `add email`; nothing is saved. */
export function edited(draft: FormDraft, action: string): FormDraft {
  const [verb = '', subject = ''] = action.split(' ');
  const index = Number(subject);
  const field = draft.fields[index];
  const others = draft.fields.filter((_, at) => at !== index);
  switch (verb) {
    case 'add':
      return { ...draft, fields: [...draft.fields, newField(kindOf(subject))] };
    case 'remove':
      return { ...draft, fields: others };
    case 'up':
    case 'down': {
      if (!field) return draft;
      const to = Math.max(0, index + (verb === 'up' ? -1 : 1));
      return { ...draft, fields: others.toSpliced(to, 0, field) };
    }
    default:
      return draft;
  }
}
