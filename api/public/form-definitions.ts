import Type, { type Static } from 'typebox';
import type { FormOutcome } from '../../commands/create-form.ts';
import { FieldInput } from '../../domain/form/field.ts';
import { changedForm, FormRecord } from './form-schemas.ts';
import { closed, Description, Status, Title } from '../requests/schemas.ts';

export const FormOfAccount = Type.Object({
  ...FormRecord.properties,
  account_id: Type.String(),
});

export const Fields = Type.Array(FieldInput, { maxItems: 500 });

export const NewForm = Type.Object(
  {
    title: Title,
    description: Type.Optional(Description),
    fields: Fields,
    status: Type.Optional(Type.Enum(['draft', 'published'])),
  },
  closed,
);

export const FormChange = Type.Object(
  {
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    status: Type.Optional(Status),
    fields: Type.Optional(Fields),
  },
  closed,
);

/** Shows a form from its state. */
export const formOfAccount = ({ form }: FormOutcome, submissions: number): Static<typeof FormOfAccount> => ({
  ...changedForm(form, submissions),
  account_id: form.accountId,
});
