import { form } from '../../domain/form/decider.ts';
import { completableUntil } from '../../domain/form/responses.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { type AnsweredForm, isCopied } from '../../domain/submission/answered-form.ts';
import type { Completable } from '../../domain/submission/partial-decisions.ts';
import type { ExistingSubmission, SubmissionState } from '../../domain/submission/state.ts';
import type { FormAtRevision } from '../../log/form-revisions.ts';
import type { Folded } from '../../log/stream-cache.ts';
import type { CommandDeps } from '../deps.ts';

export interface SubmissionChange {
  readonly submissionId: string;
  /** The answers that change, named as in a new submission; null clears one. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Completes the submission. */
  readonly isComplete?: boolean;
  /** Corrects a complete submission. */
  readonly correction?: Correction;
  /** The revisions at which the change is permitted; by default any. */
  readonly onlyAt?: readonly number[];
}

export interface Correction {
  readonly reason: string | null;
  readonly by: 'owner' | 'respondent';
}

export type ChangeDeps = Pick<
  CommandDeps,
  'log' | 'aggregates' | 'definitions' | 'files' | 'revisions' | 'quotas' | 'exclusively' | 'now'
>;

/** A submission as it was read, at whose revision the change is appended. */
export interface Found {
  readonly state: ExistingSubmission;
  readonly revision: number;
}

/** The stream after the change. */
export type Changed = Folded<SubmissionState>;

/** The greatest age of the form whose status and settings are looked at. */
const formMaxAgeMs = 1_000;

/** Returns the form as it is now. @throws LogUnavailable */
export async function presentFormOf({ aggregates }: ChangeDeps, formId: string): Promise<FormAtRevision> {
  const { state, revision } = await aggregates.load(form, streamOf.form(formId), formMaxAgeMs);
  if (!state.exists) throw new Error(`form ${formId} has submissions and does not exist`);
  return { form: state, revision };
}

/** Returns the form that a submission names. @throws LogUnavailable */
export async function answeredFormOf(
  { revisions }: ChangeDeps,
  answered: AnsweredForm,
): Promise<FormAtRevision> {
  const found = isCopied(answered)
    ? await revisions.ofVersion(answered.id, answered.version)
    : await revisions.at(answered.id, answered.revision);
  if (!found) throw new Error(`the log does not hold the form ${answered.id} that a submission names`);
  return found;
}

/** Whether a form takes the completion of submissions that were begun. */
export const completableOf = ({ form: state }: FormAtRevision): Completable => ({
  status: state.status,
  until: completableUntil(state),
});
