import { fileURLToPath } from 'node:url';
import { run } from '../../../app/cli/run.ts';
import { entryUrl } from '../../../packages/embedded-server/src/spawn.ts';

/** The command line's program, for a process of its own. */
export const cliFile = fileURLToPath(entryUrl('../../../app/cli/main', import.meta.url));

/**
 * Runs the command line in this process and returns its output. Given `terminal`, stdout is a terminal, with
 * this number of columns if it knows its width.
 */
export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  terminal?: { readonly columns?: number },
) {
  let stdout = '';
  let stderr = '';
  const streams = {
    stdout: { write: (text: string) => (stdout += text), ...(terminal && { isTTY: true, ...terminal }) },
    stderr: { write: (text: string) => (stderr += text) },
  };
  const code = await run(args, { env, streams });
  const lines = () =>
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line));
  return { code, stdout, stderr, lines };
}
