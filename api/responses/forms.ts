import type { Static } from 'typebox';
import type { FormOutcome } from '../../commands/form/form-outcome.ts';
import type { ExistingForm } from '../../domain/form/decider.ts';
import type { FormWarning } from '../../domain/form/warnings.ts';
import type { FormSummary, FormView } from '../../projections/read-models/forms/queries.ts';
import type {
  ChangedForm,
  ChangedFormOfAccount,
  FormItem,
  FormRecord,
} from '../contract/forms/form-schemas.ts';
import { shownLook, shownResponses } from '../requests/form-settings.ts';

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
  ...(form.responses !== undefined && { responses: shownResponses(form.responses) }),
  ...(form.look !== undefined && { look: shownLook(form.look) }),
  fields: [...form.fields],
});

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
  ...(form.responses !== undefined && { responses: shownResponses(form.responses) }),
  ...(form.look !== undefined && { look: shownLook(form.look) }),
  fields: [...form.fields],
});

/** Shows a form from its state. */
export const formOfAccount = (
  { form, warnings }: FormOutcome,
  submissions: number,
): Static<typeof ChangedFormOfAccount> => ({
  ...changedForm(form, submissions),
  account_id: form.accountId,
  ...shownWarnings(warnings),
});
