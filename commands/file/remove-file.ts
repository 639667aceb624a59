import { file, holderOf } from '../../domain/file/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { loadFile, readFile, revokeCreation } from './claim-files.ts';
import { isLetGo, takeFileBack } from './dropped-files.ts';
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
  if (!state.exists || holderOf(state) !== submissionId) return false;
  const { received } = state;
  await deps.files.remove(received.contentId);
  await returnBytes(deps, received, context);
  const command = { type: 'EraseFile', submissionId, at: deps.now().toISOString() } as const;
  await deps.aggregates.execute(file, streamOf.file(fileId), [command], context);
  return true;
}

/**
 * Expires a file that no submission has, or one that was never created: its creation is revoked first. The event comes before the
 * removal, so that no submission can claim a file whose content is gone. A submission that was about to drop the file, and still has
 * it in its answers, gets it back.
 * @returns whether the file expired; false for one that a submission has, or had
 * @throws LogUnavailable, FileStoreUnavailable
 */
export async function expireFile(deps: Deps, fileId: string, context: CommandContext): Promise<boolean> {
  const { aggregates, files, now } = deps;
  const { state, revision } = await readFile(deps, fileId);
  if (!state.exists) return false;
  const { submissionId: holder, droppedBy, received } = state;
  if (!state.isGone) {
    if (holder !== null && !(await revokeCreation(deps, holder, context))) return false;
    if (droppedBy !== null && !(await isLetGo(deps, droppedBy, fileId, context))) {
      await takeFileBack(deps, fileId, droppedBy, context);
      return false;
    }
    const command = { type: 'ExpireFile', holder, at: now().toISOString() } as const;
    // At the revision that was read: the file may have been claimed, and dropped again, since.
    const stream = streamOf.file(fileId);
    if (!(await aggregates.executeAt(file, stream, revision, [command], context)).ok) return false;
  }
  await files.remove(received.contentId);
  await returnBytes(deps, received, context);
  return true;
}

/**
 * Drops a file that was claimed for a change of an incomplete submission which did not take place.
 * @throws LogUnavailable
 */
export async function dropUnnamed(deps: Deps, fileId: string, context: CommandContext): Promise<void> {
  const { state, revision } = await readFile(deps, fileId);
  if (!state.exists || state.isGone || state.submissionId === null) return;
  const { submissionId } = state;
  if (!(await isLetGo(deps, submissionId, fileId, context))) return;
  const command = { type: 'DropFile', submissionId, at: deps.now().toISOString() } as const;
  await deps.aggregates.executeAt(file, streamOf.file(fileId), revision, [command], context);
}
