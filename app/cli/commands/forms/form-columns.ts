import type { Static } from 'typebox';
import { pathOfForm } from '../../../../domain/form/address.ts';
import type { FieldDefinition } from '../../../../domain/form/field.ts';
import type { DefinedForm, Form } from '../../forms/form-fields.ts';
import { type Column, type Output, printItem, printList } from '../../terminal/output.ts';

type Defined = Static<typeof DefinedForm>;

export const columns: readonly Column<Static<typeof Form>>[] = [
  ['id', ({ id }) => id, 'whole'],
  ['title', ({ title }) => title],
  ['status', ({ status }) => status],
  ['submissions', ({ submission_count }) => submission_count],
  ['created', ({ created_at }) => created_at],
  [
    'address',
    ({ id, slug }) => (typeof slug !== 'string' ? null : pathOfForm({ formId: id, slug })),
    'whole',
  ],
];

const choicesOf = ({ options = [], rows = [] }: FieldDefinition): string =>
  [rows, options]
    .filter((list) => list.length > 0)
    .map((list) => list.map(({ value }) => value).join(', '))
    .join(' × ');

const rulesOf = ({ validation = {} }: FieldDefinition): string =>
  Object.entries(validation)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

const fieldColumns: readonly Column<FieldDefinition>[] = [
  ['key', ({ key }) => key, 'whole'],
  ['kind', ({ kind }) => kind],
  ['required', ({ required }) => (required ? 'yes' : 'no')],
  ['label', ({ label }) => label],
  ['choices', choicesOf],
  ['rules', rulesOf],
];

type Responses = NonNullable<Defined['responses']>;

const savingText = ({
  enabled,
  expires_after_days,
  completable_hours_after_close,
}: Responses['saving']): string =>
  `${enabled ? 'saved by the page' : 'not saved by the page'}, erased after ${expires_after_days} days, completable for ${completable_hours_after_close} hours after the form was closed`;

const correctionsText = ({ by_respondent, for_days }: Responses['corrections']): string =>
  by_respondent ? `by people for ${for_days} days` : 'by the owner alone';

const thanksText = ({ text, redirect_to: next, shows_answers: shows }: Responses['thanks']): string =>
  [
    text === null ? 'the usual text' : `“${text}”`,
    ...(next === null ? [] : [`then ${next}`]),
    ...(shows ? ['with the answers'] : []),
  ].join(', ');

type Look = NonNullable<Defined['look']>;

const pictureText = (picture: Look['logo'] | undefined): string =>
  picture
    ? `${picture.alt === '' ? 'without a text' : `“${picture.alt}”`}, ${picture.width} × ${picture.height} (${picture.picture_id})`
    : 'none';

const settings: readonly Column<Defined>[] = [
  ['language', ({ language }) => language],
  ['time zone', ({ time_zone: zone }) => zone],
  ['incomplete submissions', ({ responses }) => responses && savingText(responses.saving)],
  ['corrections', ({ responses }) => responses && correctionsText(responses.corrections)],
  ['colour', ({ look }) => look && (look.color ?? 'that of all forms')],
  ['logo', ({ look }) => look && pictureText(look.logo)],
  ['cover', ({ look }) => look && pictureText(look.cover)],
  ['thanks', ({ responses }) => responses && thanksText(responses.thanks)],
];

/** Prints a form and the table of its fields; with `--json`, one object. */
export function printDefinition(output: Output, form: Defined & { readonly etag?: string }): void {
  const given = settings.filter(([, cell]) => cell(form) !== undefined);
  printItem<Defined>(output, form, [...columns, ...given]);
  if (output.json) return;
  for (const { message } of form.warnings ?? []) output.note(message);
  output.print('');
  const isUsed = ([, cell]: Column<FieldDefinition>) => form.fields.some((field) => cell(field) !== '');
  printList(output, form.fields, fieldColumns.filter(isUsed), 'The form has no fields.');
}
