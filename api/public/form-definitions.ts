import type { Static } from 'typebox';
import type { FormOutcome } from '../../commands/form/create-form.ts';
import type { ChangedFormOfAccount } from '../contract/forms/form-schemas.ts';
import { changedForm, shownWarnings } from './form-schemas.ts';

/** Shows a form from its state. */
export const formOfAccount = (
  { form, warnings }: FormOutcome,
  submissions: number,
): Static<typeof ChangedFormOfAccount> => ({
  ...changedForm(form, submissions),
  account_id: form.accountId,
  ...shownWarnings(warnings),
});
