import { bytesInWords } from '../../../domain/file/file-rules.ts';
import type { FieldDefinition, FieldValidation } from '../../../domain/form/field.ts';
import { kindNames } from '../../../domain/form/kind-names.ts';
import type { LookPicture } from '../../../domain/form/look.ts';
import { defaultResponses, type ResponseSettings } from '../../../domain/form/responses.ts';
import { quoted } from '../../../domain/sentences/sentence.ts';
import { displayOf } from '../../../domain/submission/display.ts';
import type { FormDocument } from '../../read-models/forms/projection.ts';
import type { Aspect } from './aspects.ts';

const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');

const statuses: Readonly<Record<FormDocument['status'], string>> = {
  draft: 'Draft',
  published: 'Published',
  closed: 'Closed',
  archived: 'Archived',
};

const limitNames: Readonly<Record<keyof FieldValidation, string>> = {
  min: 'lowest value',
  max: 'highest value',
  min_length: 'fewest characters',
  max_length: 'most characters',
  pattern: 'pattern',
  min_selections: 'fewest choices',
  max_selections: 'most choices',
  max_files: 'most files',
  max_bytes: 'largest file',
  types: 'kinds of files',
  currency: 'currency',
};

const isLimit = (name: string): name is keyof FieldValidation => Object.hasOwn(limitNames, name);

const limitText = (name: keyof FieldValidation, value: unknown): string => {
  if (name === 'max_bytes' && typeof value === 'number') return bytesInWords(value);
  return Array.isArray(value) ? value.join(', ') : String(value);
};

function limitsText(validation: FieldValidation = {}): string | null {
  const limits = Object.entries(validation).flatMap(([name, value]) =>
    isLimit(name) ? [`${limitNames[name]}: ${limitText(name, value)}`] : [],
  );
  return limits.length === 0 ? null : limits.join('; ');
}

const labels = (choices: FieldDefinition['options']): string | null =>
  choices === undefined || choices.length === 0 ? null : choices.map(({ label }) => label).join('\n');

const defaultText = (field: FieldDefinition): string | null =>
  displayOf({ ...field, fieldId: field.id })(field.default_value);

function questionAspects(field: FieldDefinition): Aspect[] {
  const part = { id: field.id, label: `Question ${quoted(field.label)}` };
  const aspect = (id: string, label: string, text: string | null): Aspect => ({
    id: `${field.id} ${id}`,
    label,
    text,
    part,
  });
  return [
    aspect('label', 'Label', field.label),
    aspect('kind', 'Kind', kindNames[field.kind]),
    aspect('required', 'Required', yesNo(field.required)),
    aspect('help', 'Help', field.help_text ?? null),
    aspect('placeholder', 'Placeholder', field.placeholder ?? null),
    aspect('choices', field.kind === 'matrix' ? 'Columns' : 'Choices', labels(field.options)),
    aspect('rows', 'Rows', labels(field.rows)),
    aspect('limits', 'Limits', limitsText(field.validation)),
    aspect('low', 'First step', field.low_label ?? null),
    aspect('high', 'Last step', field.high_label ?? null),
    aspect('hidden', 'Hidden', field.hidden ? 'Yes' : null),
    aspect('default', 'Filled in with', defaultText(field)),
  ];
}

function responseAspects({ saving, corrections, thanks }: ResponseSettings): Aspect[] {
  return [
    { id: 'saving', label: 'People can save and continue later', text: yesNo(saving.enabled) },
    {
      id: 'expiry',
      label: 'Unfinished answers are erased after',
      text: `${saving.expiresAfterDays} days`,
    },
    {
      id: 'completable',
      label: 'Unfinished answers can be sent after closing for',
      text: `${saving.completableHoursAfterClose} hours`,
    },
    { id: 'corrections', label: 'People can correct their answers', text: yesNo(corrections.byRespondent) },
    { id: 'correctable', label: 'Answers can be corrected for', text: `${corrections.forDays} days` },
    { id: 'thanks', label: 'Thanks', text: thanks.text },
    { id: 'redirect', label: 'Page that follows', text: thanks.redirectTo },
    { id: 'copy', label: 'People see what they have sent', text: yesNo(thanks.showsAnswers) },
  ];
}

/** The id comes last: pictures of one size may have the same text. */
const pictureText = (picture: LookPicture | null | undefined): string | null =>
  picture
    ? `${picture.alt === '' ? 'Decoration' : quoted(picture.alt)}, ${picture.width} × ${picture.height} pixels (${picture.pictureId})`
    : null;

/** A form in words. */
export const formAspects = (form: FormDocument): readonly Aspect[] => [
  { id: 'title', label: 'Title', text: form.title },
  { id: 'description', label: 'Description', text: form.description === '' ? null : form.description },
  { id: 'slug', label: 'Address', text: `/f/${form.slug}` },
  { id: 'status', label: 'Status', text: statuses[form.status] },
  { id: 'language', label: 'Language', text: form.language ?? null },
  { id: 'zone', label: 'Time zone', text: form.time_zone ?? null },
  ...responseAspects(form.responses ?? defaultResponses),
  { id: 'color', label: 'Colour', text: form.look?.color ?? null },
  { id: 'logo', label: 'Logo', text: pictureText(form.look?.logo) },
  { id: 'cover', label: 'Cover', text: pictureText(form.look?.cover) },
  ...form.fields.flatMap(questionAspects),
];

/** The order of the questions that two states of a form have in common, if it differs. */
export function orderChange(before: FormDocument | null, after: FormDocument | null) {
  if (!before || !after) return [];
  const common = (fields: readonly FieldDefinition[], others: readonly FieldDefinition[]) =>
    fields.filter(({ id }) => others.some((other) => other.id === id));
  const [was, is] = [common(before.fields, after.fields), common(after.fields, before.fields)];
  if (was.every(({ id }, index) => id === is[index]?.id)) return [];
  const text = (fields: readonly FieldDefinition[]) => fields.map(({ label }) => label).join('\n');
  return [{ label: 'Order of the questions', before: text(was), after: text(is) }];
}
