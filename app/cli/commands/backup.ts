import { resolve } from 'node:path';
import type { Command } from 'commander';
import { FormatError } from '../../../packages/embedded-server/src/journal/format.ts';
import { backUp, BackupError } from '../../backup/back-up.ts';
import type { Manifest } from '../../backup/manifest.ts';
import { restore } from '../../backup/restore.ts';
import { defaultDataDir } from '../../data-dir/default-data-dir.ts';
import { fileReason } from '../../file-reason.ts';
import type { CliContext } from '../context.ts';
import { refused } from '../failure.ts';
import { type Column, createOutput, printItem } from '../terminal/output.ts';
import { withJson } from '../with-json.ts';

interface DirectoryOptions {
  readonly dataDir?: string;
  readonly json?: boolean;
}

interface BackupCommandOptions extends DirectoryOptions {
  readonly readModels?: boolean;
  readonly masterKey: boolean;
}

type Result = Manifest & { readonly directory: string };
const columns: readonly Column<Result>[] = [
  ['directory', ({ directory }) => directory],
  ['made at', (result) => result.created_at],
  ['by version', ({ version }) => version],
  ['last event', ({ position }) => position],
  ['read models', (result) => (result.read_models ? 'included' : 'not included: the service rebuilds them')],
  ['uploaded files', ({ uploads = 0 }) => uploads],
  ['master key', (result) => (result.master_key ? 'included' : 'not included: keep it elsewhere')],
  [
    'size',
    ({ files }) => `${files.reduce((sum, { bytes }) => sum + bytes, 0)} bytes in ${files.length} files`,
  ],
];

/** `formlog backup DIR` */
export function defineBackup(command: Command, context: CliContext): void {
  withJson(
    command
      .argument('<dir>')
      .option('--data-dir <dir>', 'the data directory of the service (DATA_DIR, else ./data)')
      .option(
        '--read-models',
        'copy the read models, too, so that the restored service does not rebuild them',
      )
      .option('--no-master-key', 'leave out the key that encrypts signing secrets'),
    'backup /backup/formlog-2026-11-23',
  ).action(async (dir: string, options: BackupCommandOptions) => {
    const output = createOutput(context.streams, options.json === true);
    const [target, dataDir] = [resolve(dir), dataDirOf(options, context)];
    const { readModels = false, masterKey } = options;
    const onStep = (step: string): void => output.note(`${step} …`);
    const manifest = await explained(() => backUp({ dataDir, target, readModels, masterKey, onStep }));
    printItem(output, { directory: target, ...manifest }, columns);
    output.note('The answers of submissions are not encrypted: protect the backup accordingly.');
  });
}

/** `formlog restore BACKUP` */
export function defineRestore(command: Command, context: CliContext): void {
  withJson(
    command.argument('<backup>').option('--data-dir <dir>', 'the new data directory (DATA_DIR, else ./data)'),
    'restore /backup/formlog-2026-11-23 --data-dir ./data',
  ).action(async (dir: string, options: DirectoryOptions) => {
    const output = createOutput(context.streams, options.json === true);
    const dataDir = dataDirOf(options, context);
    const manifest = await explained(() => restore(resolve(dir), dataDir));
    printItem(output, { directory: dataDir, ...manifest }, columns);
    output.note('Start the service with DATA_DIR set to this directory.');
  });
}

const dataDirOf = ({ dataDir }: DirectoryOptions, { env }: Pick<CliContext, 'env'>): string =>
  resolve(dataDir ?? env['DATA_DIR'] ?? defaultDataDir);

/** Turns the failures of files into messages. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupError || error instanceof FormatError) throw refused(error.message);
    if (error instanceof Error && 'code' in error) {
      const path = 'path' in error ? `${String(error.path)}: ` : '';
      throw refused(`${path}${fileReason(error)}.`);
    }
    throw error;
  }
}
