import type { Fault } from '../../domain/check.ts';
import type { Problem } from '../../domain/errors.ts';
import { type ClaimedElsewhere, file, type FileCommand, type FileState } from '../../domain/file/decider.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { usedFile } from '../../domain/submission/answer-faults.ts';
import { submission } from '../../domain/submission/decider.ts';
import { wording } from '../../domain/wording.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { noStream } from '../../log/event-log.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { CommandDeps } from '../deps.ts';
import { isLetGo } from './dropped-files.ts';
import { withoutKeys } from './file-context.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'files' | 'now'>;

/** A file that a submission is about to claim. */
export interface Claim {
  readonly fileId: string;
  readonly fieldId: string;
  /** Where the request names the file. */
  readonly path: string;
  readonly fieldKey: string;
}

/** Returns the state of a file; that of none if the log no longer has it. @throws LogUnavailable */
export async function loadFile(
  { aggregates }: Pick<CommandDeps, 'aggregates'>,
  fileId: string,
): Promise<FileState> {
  return (await readFile({ aggregates }, fileId)).state;
}

/** Returns a file as `loadFile` does, with the revision of its stream. @throws LogUnavailable */
export async function readFile(
  { aggregates }: Pick<CommandDeps, 'aggregates'>,
  fileId: string,
): Promise<{ readonly state: FileState; readonly revision: number }> {
  try {
    return await aggregates.load(file, streamOf.file(fileId));
  } catch (error) {
    if (error instanceof StreamErased) return { state: file.initial, revision: noStream };
    throw error;
  }
}

/**
 * Claims files for a submission, before the submission is appended. A file that is held by a submission which was never created is
 * taken over: its creation is revoked first, so that no slow process can still create it.
 * @returns a problem if another submission has a file by now; then none of the files is claimed
 * @throws LogUnavailable
 */
export async function claimFiles(
  deps: Deps,
  claims: readonly Claim[],
  submissionId: string,
  context: CommandContext,
): Promise<Result<null, Problem[]>> {
  for (const [index, claim] of claims.entries()) {
    if (await claimFile(deps, claim, submissionId, context)) continue;
    await releaseFiles(deps, claims.slice(0, index), submissionId, context);
    return err(usedFile.map((fault) => problemOf(claim, fault)));
  }
  return ok(null);
}

async function claimFile(
  deps: Deps,
  { fileId, fieldId }: Claim,
  submissionId: string,
  context: CommandContext,
): Promise<boolean> {
  const { aggregates, now } = deps;
  for (let instead: string | null = null; ;) {
    const command: FileCommand = {
      type: 'ClaimFile',
      submissionId,
      fieldId,
      instead,
      at: now().toISOString(),
    };
    const claimed = await aggregates.execute(file, streamOf.file(fileId), [command], withoutKeys(context));
    if (claimed.ok) return true;
    if (claimed.error.code !== 'claimed_elsewhere') return false;
    const error: ClaimedElsewhere = claimed.error;
    const holder: string = error.submissionId;
    const mayTake =
      error.isDropped === true
        ? await isLetGo(deps, holder, fileId, context)
        : holder !== instead && (await revokeCreation(deps, holder, context));
    if (!mayTake) return false;
    instead = holder;
  }
}

/**
 * Makes sure that a submission cannot be created any more under what was reserved for it before.
 * @returns false if it exists, or did
 */
export async function revokeCreation(
  { aggregates, now }: Pick<Deps, 'aggregates' | 'now'>,
  submissionId: string,
  context: CommandContext,
): Promise<boolean> {
  const stream = streamOf.submission(submissionId);
  for (;;) {
    let revision: number;
    try {
      const folded = await aggregates.load(submission, stream);
      if (folded.state.exists) return false;
      ({ revision } = folded);
    } catch (error) {
      if (error instanceof StreamErased) return false;
      throw error;
    }
    const command = { type: 'RevokeReservations', at: now().toISOString() } as const;
    if ((await aggregates.executeAt(submission, stream, revision, [command], withoutKeys(context))).ok)
      return true;
  }
}

/** Gives claimed files back, of a submission that certainly will not be created. @throws LogUnavailable */
export async function releaseFiles(
  { aggregates, now }: Pick<Deps, 'aggregates' | 'now'>,
  claims: readonly Pick<Claim, 'fileId'>[],
  submissionId: string,
  context: CommandContext,
): Promise<void> {
  for (const { fileId } of claims) {
    const command = { type: 'ReleaseFile', submissionId, at: now().toISOString() } as const;
    await aggregates.execute(file, streamOf.file(fileId), [command], withoutKeys(context));
  }
}

/** @returns the problem of a file, where the request names it */
export const problemOf = ({ path, fieldKey: field }: Claim, fault: Fault): Problem => ({
  field,
  path,
  code: fault.code,
  message: fault.message,
  [wording]: fault[wording],
});
