import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { entryUrl } from '../../../embedded-server/src/spawn.ts';

const program = fileURLToPath(entryUrl('../../../../app/cli/main', import.meta.url));
const maxOutput = 64 * 1024 * 1024;

const Account = Type.Object({ id: Type.String() });

/** The account of a local service that was opened last. @returns its id */
export async function newestAccount(dataDir: string): Promise<string> {
  const [account] = await formlog(dataDir, 'accounts', 'list');
  return Value.Parse(Account, account).id;
}

/** Runs `formlog` against a local service. @returns its lines of JSON @throws unless it ends with 0 */
export async function formlog(dataDir: string, ...args: readonly string[]): Promise<unknown[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, ...args, '--data-dir', dataDir, '--json'],
    { maxBuffer: maxOutput },
  );
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}
