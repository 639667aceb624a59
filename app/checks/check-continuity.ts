import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { openReadStore } from '../../coordination/read-store.ts';
import { openEventStoreLog } from '../../log/eventstore/eventstore-log.ts';
import { openAliases } from '../../projections/generations/aliases.ts';
import { type Divergence, findDiverged, realignCommand } from '../../projections/progress/divergence.ts';
import { readModels } from '../../projections/registry.ts';
import type { Config } from '../config/config.ts';
import { isOthersServiceFile, readServiceFile } from '../data-dir/service-file.ts';
import { processManagers } from '../service/process-managers.ts';
import { provideStores, type StoreUrls } from '../stores/embedded-stores.ts';
import { createSupervisor } from '../supervisor.ts';
import { type Finding, findingsOf } from './finding.ts';

type Urls = Pick<StoreUrls, 'eventstore' | 'mongodb'>;
type Settings = Pick<Config, 'EVENTSTORE_URL' | 'MONGODB_URL' | 'DATA_DIR'>;

/**
 * Compares the log with what the read models and process managers have read of it. Embedded stores of a service that
 * runs are read through that service's address of them; those of a stopped service are started for the comparison.
 * @returns a warning if they do not match, since the service starts nevertheless
 */
export async function checkContinuity(config: Settings): Promise<Finding[]> {
  const diverged = await withUrls(config, compare);
  const [first] = diverged;
  if (!first) return [];
  const setting = config.EVENTSTORE_URL === undefined ? 'DATA_DIR' : 'EVENTSTORE_URL';
  const followers = diverged.map(({ follower }) => follower).join(', ');
  const has = setting === 'DATA_DIR' ? 'has' : 'names';
  const message =
    `${has} an event log that ${followers} did not follow (${first.reason}): ` +
    `restore the former log, or start the service and run "${realignCommand}"`;
  return [findingsOf(setting).warning(message)];
}

async function withUrls(
  config: Settings,
  work: (urls: Urls) => Promise<readonly Divergence[]>,
): Promise<readonly Divergence[]> {
  const { EVENTSTORE_URL, MONGODB_URL, DATA_DIR } = config;
  const running = isOthersServiceFile(DATA_DIR) ? readServiceFile(DATA_DIR)?.stores : undefined;
  const eventstore = EVENTSTORE_URL ?? running?.eventstore;
  const mongodb = MONGODB_URL ?? running?.mongodb;
  if (eventstore && mongodb) return work({ eventstore, mongodb });
  const isStored = (name: string) => existsSync(join(DATA_DIR, name));
  // Without one of the two there is nothing to compare.
  if (running || (!eventstore && !isStored('eventstore')) || (!mongodb && !isStored('mongodb'))) return [];
  const logger = pino({ level: 'silent' });
  const supervisor = createSupervisor(logger);
  try {
    // NATS has no part in it; an address keeps the embedded one from being started.
    const { urls } = await provideStores({ ...config, NATS_URL: 'nats://127.0.0.1' }, supervisor, logger);
    return await work(urls);
  } finally {
    await supervisor.stop();
  }
}

async function compare({ eventstore, mongodb }: Urls): Promise<readonly Divergence[]> {
  const log = openEventStoreLog({ url: eventstore });
  try {
    const store = await openReadStore({ url: mongodb });
    const aliases = openAliases(store);
    try {
      await aliases.refresh();
      return await findDiverged({ store, log, aliases, models: readModels, managers: processManagers });
    } finally {
      aliases.close();
      await store.close();
    }
  } finally {
    await log.close();
  }
}
