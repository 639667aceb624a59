import Type, { type Static } from 'typebox';
import type { ExistingForm } from '../../domain/form/decider.ts';
import { FieldDefinition } from '../../domain/form/field.ts';
import { type FormWarning, formWarnings } from '../../domain/form/warnings.ts';
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
  {
    ...FormItem.properties,
    description: Type.String(),
    language: Type.Optional(Type.String()),
    time_zone: Type.Optional(Type.String()),
    version: Type.Integer({
      description: 'Counts the definitions of the fields; a submission names it as `form_version`.',
    }),
    updated_at: Timestamp,
    fields: Type.Array(FieldDefinition),
  },
  { description: 'A form with its fields in order.' },
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
  ...(form.language !== undefined && { language: form.language }),
  ...(form.time_zone !== undefined && { time_zone: form.time_zone }),
  version: form.version,
  updated_at: form.updated_at,
  fields: [...form.fields],
});

/** A form after a change, with what the change brought about that its author may not have meant. */
export const ChangedForm = Type.Object(
  {
    ...FormRecord.properties,
    warnings: Type.Optional(
      Type.Array(
        Type.Object({
          code: Type.Enum(formWarnings),
          message: Type.String(),
          destination_id: Type.Optional(Type.String()),
          field_id: Type.Optional(Type.String()),
        }),
        { description: 'Consequences that may not have been meant; absent without any. The change is made.' },
      ),
    ),
  },
  { description: 'The changed form with its fields in order.' },
);

/** The warnings of a change as its answer shows them. */
export const shownWarnings = (
  warnings: readonly FormWarning[],
): Pick<Static<typeof ChangedForm>, 'warnings'> =>
  warnings.length === 0
    ? {}
    : {
        warnings: warnings.map(({ code, message, destinationId, fieldId }) => ({
          code,
          message,
          ...(destinationId !== undefined && { destination_id: destinationId }),
          ...(fieldId !== undefined && { field_id: fieldId }),
        })),
      };

/** A form, as a command's result; commands do not know `submission_count`. */
export const changedForm = (form: ExistingForm, submission_count: number): Static<typeof FormRecord> => ({
  id: form.formId,
  title: form.title,
  slug: form.slug,
  status: form.status,
  submission_count,
  created_at: form.createdAt,
  description: form.description,
  ...(form.language !== undefined && { language: form.language }),
  ...(form.timeZone !== undefined && { time_zone: form.timeZone }),
  version: form.version,
  updated_at: form.updatedAt,
  fields: [...form.fields],
});
