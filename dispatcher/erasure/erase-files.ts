import { inParallel } from '../../async/in-parallel.ts';
import type { CommandDeps } from '../../commands/deps.ts';
import { eraseFile } from '../../commands/file/remove-file.ts';
import type { ErasureView } from '../../projections/read-models/erasures/queries.ts';
import type { FileQueries } from '../../projections/read-models/files/queries.ts';
import { type StageDeps, waitForModels } from './stage.ts';

interface Deps
  extends Pick<CommandDeps, 'aggregates' | 'files' | 'log' | 'now'>, Pick<StageDeps, 'progress'> {
  readonly queries: { readonly files: Pick<FileQueries, 'ofSubmission'> };
}

/** Removes the files of erased submissions. */
export type EraseFiles = (erasures: readonly ErasureView[], signal: AbortSignal) => Promise<void>;

const parallel = 8;

/**
 * Returns a function that removes the files of erased submissions from the file store. It ends when the store no longer has them; the
 * read model of files shows them until then, so that they are found again after a crash.
 */
export const fileEraser =
  (deps: Deps): EraseFiles =>
  async (erasures, signal) => {
    const head = await deps.log.head();
    if (head !== null) await waitForModels(deps.progress, ['files'], head, signal);
    await inParallel(parallel, erasures, async ({ id: submissionId, account_id: accountId }) => {
      const context = {
        accountId,
        actor: { kind: 'system', id: 'eraser' },
        correlationId: submissionId,
        causationId: submissionId,
      } as const;
      for (const { id } of await deps.queries.files.ofSubmission(submissionId)) {
        signal.throwIfAborted();
        await eraseFile(deps, id, submissionId, context);
      }
    });
  };
