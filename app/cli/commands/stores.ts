import { resolve } from 'node:path';
import type { Command } from 'commander';
import { defaultDataDir } from '../../data-dir/default-data-dir.ts';
import { distrustReason, readServiceFile, type ServiceFile } from '../../data-dir/service-file.ts';
import type { CliContext } from '../context.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { createOutput, printItem } from '../terminal/output.ts';
import { withJson } from '../with-json.ts';

interface StoresOptions {
  readonly dataDir?: string;
  readonly json?: boolean;
}

type Stores = NonNullable<ServiceFile['stores']>;

/** `formlog stores` */
export function defineStores(command: Command, context: CliContext): void {
  withJson(
    command.option('--data-dir <dir>', 'the data directory of the service (DATA_DIR, else ./data)'),
    'stores --json',
  ).action((options: StoresOptions) => {
    const output = createOutput(context.streams, options.json === true);
    const stores = embeddedStores(resolve(options.dataDir ?? context.env['DATA_DIR'] ?? defaultDataDir));
    printItem(output, stores, [
      ['eventstore', ({ eventstore }) => eventstore ?? 'see EVENTSTORE_URL'],
      ['mongodb', ({ mongodb }) => mongodb ?? 'see MONGODB_URL'],
      ['nats', ({ nats }) => nats ?? 'see NATS_URL'],
    ]);
    output.note('The next start of the service changes these credentials.');
  });
}

/** @throws CommandFailure if no service of the directory is running */
function embeddedStores(dataDir: string): Stores {
  const file = readServiceFile(dataDir);
  const reason = file ? distrustReason(dataDir, file) : 'none was started, or it was stopped';
  if (reason !== null || !file?.stores)
    throw new CommandFailure(
      exitCodes.unreachable,
      `No service is running on ${dataDir}: ${reason ?? 'its version is another'}.`,
    );
  return file.stores;
}
