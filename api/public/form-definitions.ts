import Type, { type Static } from 'typebox';
import type { FormOutcome } from '../../commands/form/create-form.ts';
import { FieldInput } from '../../domain/form/field.ts';
import { maxSlugLength, slugPattern } from '../../domain/form/slug.ts';
import { localeMembers } from '../requests/locale.ts';
import { closed, Description, Status, Title } from '../requests/schemas.ts';
import { ChangedForm, changedForm, FormRecord, shownWarnings } from './form-schemas.ts';

export const FormOfAccount = Type.Object({ ...FormRecord.properties, account_id: Type.String() });

/** A form after a change. */
export const ChangedFormOfAccount = Type.Object({
  ...ChangedForm.properties,
  account_id: Type.String(),
});

const Fields = Type.Array(FieldInput, { maxItems: 500 });

const Locale = localeMembers(
  'The language of the form, a tag of BCP 47 such as de-CH. It decides the language of the page and how numbers are read there. A ' +
    'new form has that of the account unless it names another; null for none.',
  'The time zone in which the page asks for times, a name of the IANA database such as Europe/Berlin. A new form has that of the ' +
    'account unless it names another; null for none, which is UTC.',
);

const Slug = Type.String({
  minLength: 1,
  maxLength: maxSlugLength,
  pattern: slugPattern,
  description:
    'A part of the address of the form, of its own in the account. By default it is made of the title; it can be changed.',
});

export const NewForm = Type.Object(
  {
    title: Title,
    description: Type.Optional(Description),
    slug: Type.Optional(Slug),
    ...Locale,
    fields: Fields,
    status: Type.Optional(Type.Enum(['draft', 'published'])),
  },
  closed,
);

export const FormChange = Type.Object(
  {
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    slug: Type.Optional(Slug),
    ...Locale,
    status: Type.Optional(Status),
    fields: Type.Optional(Fields),
  },
  closed,
);

/** Shows a form from its state. */
export const formOfAccount = (
  { form, warnings }: FormOutcome,
  submissions: number,
): Static<typeof ChangedFormOfAccount> => ({
  ...changedForm(form, submissions),
  account_id: form.accountId,
  ...shownWarnings(warnings),
});
