import Type, { type Static } from 'typebox';
import type { ExistingForm } from '../../domain/form/decider.ts';
import { FieldDefinition } from '../../domain/form/field.ts';
import type { FormSummary, FormView } from '../../projections/read-models/forms/queries.ts';
import { Listing, Status, Timestamp } from '../requests/schemas.ts';

const FormItem = Type.Object({
  id: Type.String(),
  title: Type.String(),
  slug: Type.String(),
  status: Status,
  submission_count: Type.Integer(),
  created_at: Timestamp,
});

export const FormList = Listing(FormItem, 'Forms, newest first.');

export const FormRecord = Type.Object(
  { ...FormItem.properties, description: Type.String(), fields: Type.Array(FieldDefinition) },
  { description: 'A form with its fields in order.' },
);

export const ChangedForm = Type.Object(
  { ...FormRecord.properties, updated_at: Timestamp },
  { description: 'The changed form.' },
);

export const formItem = (form: FormSummary): Static<typeof FormItem> => ({
  id: form.id,
  title: form.title,
  slug: form.slug,
  status: form.status,
  submission_count: form.submission_count,
  created_at: form.created_at,
});

export const formRecord = (form: FormView): Static<typeof FormRecord> => ({
  ...formItem(form),
  description: form.description,
  fields: [...form.fields],
});

/** A form, as a command's result; commands do not know `submission_count`. */
export const changedForm = (form: ExistingForm, submission_count: number): Static<typeof ChangedForm> => ({
  id: form.formId,
  title: form.title,
  slug: form.slug,
  status: form.status,
  submission_count,
  created_at: form.createdAt,
  description: form.description,
  fields: [...form.fields],
  updated_at: form.updatedAt,
});
