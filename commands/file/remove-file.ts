import { file } from '../../domain/file/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { loadFile, revokeCreation } from './claim-files.ts';
import { returnBytes } from './file-bytes.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'files' | 'now'>;

/**
 * Removes the content of a file that an erased submission has, then records that. After a crash in between it is repeated.
 * @returns whether the file belongs to the submission, and is gone now
 * @throws LogUnavailable, FileStoreUnavailable
 */
export async function eraseFile(
  deps: Deps,
  fileId: string,
  submissionId: string,
  context: CommandContext,
): Promise<boolean> {
  const state = await loadFile(deps, fileId);
  if (!state.exists || state.submissionId !== submissionId) return false;
  const { received } = state;
  await deps.files.remove(received.contentId);
  await returnBytes(deps, received, context);
  const command = { type: 'EraseFile', submissionId, at: deps.now().toISOString() } as const;
  await deps.aggregates.execute(file, streamOf.file(fileId), [command], context);
  return true;
}

/**
 * Expires a file that no submission has, or one that was never created: its creation is revoked first. The event comes before the
 * removal, so that no submission can claim a file whose content is gone.
 * @returns whether the file expired; false for one that a submission has, or had
 * @throws LogUnavailable, FileStoreUnavailable
 */
export async function expireFile(deps: Deps, fileId: string, context: CommandContext): Promise<boolean> {
  const { aggregates, files, now } = deps;
  const state = await loadFile(deps, fileId);
  if (!state.exists) return false;
  const { submissionId: holder, received } = state;
  if (!state.isGone) {
    if (holder !== null && !(await revokeCreation(deps, holder, context))) return false;
    const command = { type: 'ExpireFile', holder, at: now().toISOString() } as const;
    const expired = await aggregates.execute(file, streamOf.file(fileId), [command], context);
    if (!expired.ok) return false;
  }
  await files.remove(received.contentId);
  await returnBytes(deps, received, context);
  return true;
}
