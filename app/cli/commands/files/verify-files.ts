import type { Command } from 'commander';
import { Value } from 'typebox/value';
import { VerifiedFile } from '../../../../api/contract/files/verification.ts';
import { failureOf } from '../../client/explain.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { exitCodes, refused } from '../../failure.ts';

const path = '/api/admin/v1/files/verification';

/** `formlog files verify` */
export function addVerify(files: Command, context: CliContext): void {
  withService(
    files
      .command('verify')
      .description(
        'compare every file of the log with its content, and every content with the files of the log; exit code 1 if one differs',
      ),
    'files verify',
  ).action(async (options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const started = await api.download({ method: 'GET', path });
    if (!started.ok) throw failureOf(started.error);
    let text = '';
    const decoder = new TextDecoder();
    let isComplete = false;
    let problems = 0;
    for await (const chunk of started.value) {
      text += decoder.decode(chunk, { stream: true });
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const verified = Value.Parse(VerifiedFile, JSON.parse(line));
        output.record(verified);
        if ('problem' in verified)
          output.print(`${verified.problem}  ${verified.file_id ?? verified.content_id}`);
        else {
          isComplete = true;
          ({ problems } = verified);
          output.print(
            `${verified.files} files, ${verified.contents} contents in the store, ${verified.problems} problems.`,
          );
        }
      }
    }
    if (!isComplete) throw refused('The verification was interrupted. Run it again.');
    if (problems > 0) context.exitWith(exitCodes.refused);
  });
}
