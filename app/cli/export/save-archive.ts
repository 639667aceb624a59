import type { Call } from '../client/client.ts';
import type { CliContext, Session } from '../context.ts';
import { exitCodes, refused } from '../failure.ts';
import { archiveSummary } from './archive-summary.ts';
import { saveDownload } from './save.ts';

/**
 * Saves an archive, and reports the files that it lacks.
 * @param problemsIn the file of the archive that lists them
 * @throws CommandFailure for an archive that is cut off
 */
export async function saveArchive(
  context: Session & CliContext,
  file: string,
  { path, query }: Required<Pick<Call, 'path' | 'query'>>,
  problemsIn: string,
): Promise<void> {
  await saveDownload(context, file, false, {
    prefix: 'PK',
    isWhole: true,
    remainderOf: () => Promise.resolve({ path, query, keep: 0 }),
  });
  const summary = await archiveSummary(file);
  if (!summary) throw refused(`${file} is cut off. Remove it, and start again.`);
  const { files, problems } = summary;
  context.output.record({ file, files, problems });
  context.output.print(`${files} files, ${problems} problems.`);
  if (problems === 0) return;
  context.output.note(`${problemsIn} in ${file} lists the files that are missing or were changed.`);
  context.exitWith(exitCodes.refused);
}
