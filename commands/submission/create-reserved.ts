import type { ExistingForm } from '../../domain/form/decider.ts';
import { askedQuestions, definitionOf } from '../../domain/form/definition.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission, type SubmissionCommand } from '../../domain/submission/decider.ts';
import type { SubmissionState } from '../../domain/submission/state.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { noStream } from '../../log/event-log.ts';
import { AppendTooLarge } from '../../log/log-errors.ts';
import type { Folded } from '../../log/stream-cache.ts';
import type { CommandDeps } from '../deps.ts';
import { type Claim, claimFiles, releaseFiles } from '../file/claim-files.ts';
import type { QuotaKind } from '../quota/quotas.ts';
import { invalid, type Refusal } from '../refusal.ts';
import type { SubmissionOutcome } from './submission-outcome.ts';

export type SubmissionResult = Result<SubmissionOutcome, Refusal>;

/** The form that is answered, and the submission under a reservation. */
export interface Submitted {
  readonly form: ExistingForm;
  /** The files that the submission claims. */
  readonly claims: readonly Claim[];
  readonly kind: QuotaKind;
  readonly answers: readonly unknown[];
  make(
    submissionId: string,
    at: string,
  ): Extract<SubmissionCommand, { type: 'CreateSubmission' | 'StartSubmission' }>;
}

/** The stream of a submission under an idempotency key, before it is reserved. */
export interface Keyed {
  readonly id: string;
  readonly revision: number;
  /** The hash of the request. */
  readonly hash: string;
}

/**
 * Reserves a submission in the month's quota of its kind, and creates or begins it.
 * @returns `revision_mismatch` if another process has revoked the reservation; the submission may then be created under
 * another one, at the returned revision
 */
export async function createReserved(
  deps: Pick<CommandDeps, 'aggregates' | 'files' | 'quotas' | 'now'>,
  { form: answered, kind, answers, claims, make }: Submitted,
  keyed: Keyed | null,
  context: CommandContext,
): Promise<SubmissionResult> {
  const { aggregates, quotas, now } = deps;
  const at = now().toISOString();
  const reserved = await quotas.reserve({ kind, submissionId: keyed?.id, at }, context);
  if (!reserved.ok) return reserved;
  const reservation = reserved.value;
  const command = make(reservation.submissionId, at);
  const stream = streamOf.submission(reservation.submissionId);
  const expectedRevision = keyed?.revision ?? noStream;
  const derived = { ...context, ...(reservation.name !== null && { idempotencyKey: reservation.name }) };
  // Of requests with one idempotency key, another may be creating the same submission: the claims are its own, too.
  const giveFilesBack = async () =>
    keyed ? undefined : releaseFiles(deps, claims, reservation.submissionId, context);
  try {
    const claimed = await claimFiles(deps, claims, reservation.submissionId, context);
    if (!claimed.ok) {
      await reservation.release();
      return invalid('Some answers are invalid.', claimed.error);
    }
    const appended = await aggregates.executeAt(submission, stream, expectedRevision, [command], derived);
    if (appended.ok) {
      reservation.confirm();
      const { state, revision, position } = appended.value;
      if (!state.exists)
        throw new Error(`submission ${reservation.submissionId} was created and does not exist`);
      const form = definitionOf(answered);
      return ok({ submission: state.begun, form, payment: null, revision, position, replayed: false });
    }
    const isMismatch = appended.error.code === 'revision_mismatch';
    if (isMismatch && !(await loadSubmission({ aggregates }, reservation.submissionId)).state.exists) {
      reservation.revoked();
      await giveFilesBack();
      return appended;
    }
    await reservation.release();
    if (!isMismatch) await giveFilesBack();
    return isMismatch ? err({ code: 'already_exists' }) : appended;
  } catch (error) {
    // An append without a reply may have taken place.
    if (error instanceof AppendTooLarge) {
      await reservation.release();
      await giveFilesBack();
      return err(tooLarge(answered, answers));
    }
    reservation.abandon();
    throw error;
  }
}

/** Says how large answers are that the log refused. Bytes are those of JSON in UTF-8. */
export function tooLarge({ fields }: ExistingForm, answers: readonly unknown[]): Refusal {
  const sizes = answers.map((answer) => Buffer.byteLength(JSON.stringify(answer)));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const most = Math.max(...sizes);
  const key = askedQuestions(fields)[sizes.indexOf(most)]?.key ?? '';
  return { code: 'answers_too_large', bytes, longest: { key, bytes: most } };
}

export const loadSubmission = (
  { aggregates }: Pick<CommandDeps, 'aggregates'>,
  submissionId: string,
): Promise<Folded<SubmissionState>> => aggregates.load(submission, streamOf.submission(submissionId));
