import { filesIn } from '../../domain/file/stored-file.ts';
import type { ExistingForm } from '../../domain/form/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { PresentSubmission } from '../../domain/submission/present.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { claimFiles } from '../file/claim-files.ts';
import { type AnswersWithFiles, findFiles } from '../file/find-files.ts';
import { invalid, type Refusal } from '../refusal.ts';
import type { ChangeDeps } from './change-request.ts';
import { checkAnswers } from './check-answers.ts';

/**
 * Checks the whole answers of a submission after a change.
 * @param answers the merged answers, by name
 * @param isPartial whether answers may be missing
 * @returns a value for each question in order; the files that the submission does not have yet are to be claimed
 */
export async function checkChanged(
  deps: ChangeDeps,
  form: ExistingForm,
  present: PresentSubmission,
  answers: Readonly<Record<string, unknown>>,
  isPartial = false,
): Promise<Result<AnswersWithFiles, Refusal>> {
  const checked = await checkAnswers(form.fields, answers, [], isPartial);
  if (!checked.ok) return invalid('Some answers are invalid.', checked.error);
  const found = await findFiles(deps, form, checked.value, present.submissionId);
  if (!found.ok) return invalid('Some answers are invalid.', found.error);
  const held = new Set(present.answers.flatMap(filesIn).map(({ id }) => id));
  const { values, claims } = found.value;
  return ok({ values, claims: claims.filter(({ fileId }) => !held.has(fileId)) });
}

/**
 * Claims the files of a change right before it is appended. They stay with the submission if the change is then refused:
 * another request may have appended them meanwhile.
 */
export async function claimChanged(
  deps: ChangeDeps,
  claims: AnswersWithFiles['claims'],
  submissionId: string,
  context: CommandContext,
): Promise<Result<null, Refusal>> {
  const claimed = await claimFiles(deps, claims, submissionId, context);
  return claimed.ok ? claimed : invalid('Some answers are invalid.', claimed.error);
}
