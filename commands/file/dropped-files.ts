import { file } from '../../domain/file/decider.ts';
import { filesIn } from '../../domain/file/stored-file.ts';
import type { Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { PresentSubmission } from '../../domain/submission/present.ts';
import { isOpen } from '../../domain/submission/state.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { AppendTooLarge, StreamErased } from '../../log/log-errors.ts';
import type { CommandDeps } from '../deps.ts';
import { withoutKeys } from './file-context.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'now'>;
type Named = Pick<PresentSubmission, 'answers' | 'removed'>;

/** The ids of the files in the answers of a submission. */
const filesOf = ({ answers, removed = [] }: Named): ReadonlySet<string> =>
  new Set([...answers, ...removed.map(({ value }) => value)].flatMap(filesIn).map(({ id }) => id));

/**
 * Appends a change of a submission that is not complete. The files that it takes out of the answers are dropped before, so that no
 * crash can leave them behind. If the change is refused, they are taken back; after a crash, the sweeper does so.
 */
export async function appendDropping<T, E>(
  deps: Deps,
  { present, after }: { readonly present: PresentSubmission; readonly after: Named },
  context: CommandContext,
  append: () => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  const { submissionId } = present;
  const kept = filesOf(after);
  const dropped = [...filesOf(present)].filter((id) => !kept.has(id));
  const takeBack = async () => {
    for (const fileId of dropped) await takeFileBack(deps, fileId, submissionId, context);
  };
  for (const fileId of dropped) {
    const command = { type: 'DropFile', submissionId, at: deps.now().toISOString() } as const;
    await deps.aggregates.execute(file, streamOf.file(fileId), [command], withoutKeys(context));
  }
  try {
    const appended = await append();
    if (!appended.ok) await takeBack();
    return appended;
  } catch (error) {
    if (error instanceof AppendTooLarge) await takeBack();
    throw error;
  }
}

/** Returns a file to the submission that was about to drop it. @throws LogUnavailable */
export async function takeFileBack(
  { aggregates, now }: Deps,
  fileId: string,
  submissionId: string,
  context: CommandContext,
): Promise<void> {
  const command = { type: 'TakeFileBack', submissionId, at: now().toISOString() } as const;
  await aggregates.execute(file, streamOf.file(fileId), [command], withoutKeys(context));
}

/**
 * Makes sure that a submission does not have a file in its answers, and cannot come to have it by a save or a completion that has
 * claimed the file before. Corrections are over long before a file expires.
 * @returns false if it has the file
 * @throws LogUnavailable
 */
export async function isLetGo(
  { aggregates, now }: Deps,
  submissionId: string,
  fileId: string,
  context: CommandContext,
): Promise<boolean> {
  const stream = streamOf.submission(submissionId);
  for (;;) {
    try {
      const { state, revision } = await aggregates.load(submission, stream);
      if (state.exists && filesOf(state.present).has(fileId)) return false;
      if (state.exists && !isOpen(state)) return true;
      // A change that is under way expects the stream without this event.
      const command = { type: 'RevokeReservations', at: now().toISOString() } as const;
      const revoked = await aggregates.executeAt(
        submission,
        stream,
        revision,
        [command],
        withoutKeys(context),
      );
      if (revoked.ok) return true;
    } catch (error) {
      if (error instanceof StreamErased) return true;
      throw error;
    }
  }
}
