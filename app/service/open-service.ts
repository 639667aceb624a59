import { join } from 'node:path';
import { defaultPlans } from '../../commands/account/plans.ts';
import { openCommands } from '../../commands/deps.ts';
import { openSecretBox } from '../../commands/secret-box.ts';
import { openBudgetWaits } from '../../coordination/budget-waits.ts';
import { openKeyUse } from '../../coordination/key-use.ts';
import { defaultLeaseMs, openLeases } from '../../coordination/leases/leases.ts';
import { Session } from '../../coordination/leases/session.ts';
import { openLogMembers } from '../../coordination/log-members.ts';
import { openParkedDestinations } from '../../coordination/parked-destinations.ts';
import { openReadStore, type ReadStore } from '../../coordination/read-store.ts';
import { openFiles } from '../../files/open-files.ts';
import { openScanner } from '../../files/scanner.ts';
import type { EventLog } from '../../log/event-log.ts';
import { openEventStoreLog } from '../../log/eventstore/eventstore-log.ts';
import { newId } from '../../log/ids.ts';
import { type Mailer, openMailer } from '../../mail/mailer.ts';
import { parseSmtpUrl } from '../../mail/smtp-url.ts';
import { collectionsOf } from '../../projections/collections.ts';
import { openAliases } from '../../projections/generations/aliases.ts';
import { openProgress } from '../../projections/progress/progress.ts';
import { openStatusBoard } from '../../projections/progress/status-board.ts';
import { liveQueries } from '../../projections/queries/live-queries.ts';
import { openQueries } from '../../projections/queries/open-queries.ts';
import { deliveryOrigins } from '../../projections/read-models/deliveries/origins.ts';
import { readModels } from '../../projections/registry.ts';
import type { Config } from '../config/config.ts';
import { localSecret } from '../data-dir/local-secrets.ts';
import { describeParked } from '../health/describe-parked.ts';
import { reportStalls } from '../health/report-stalls.ts';
import { watchedLog } from '../health/watch-log.ts';
import { watchRunners } from '../health/watch-runners.ts';
import { createLogger, logDestination } from '../logging/logger.ts';
import { openMetrics } from '../metrics/metrics.ts';
import { withNotices } from '../metrics/notices.ts';
import { provideStores } from '../stores/embedded-stores.ts';
import { createSupervisor } from '../supervisor.ts';
import { countAllParked, positionsOfModels } from './model-figures.ts';
import type { ServiceOverrides } from './overrides.ts';
import type { Service } from './service.ts';
import { watchReadModels } from './watch-read-models.ts';

type Shared = Pick<Service, 'config' | 'overrides' | 'logger' | 'supervisor' | 'urls' | 'metrics' | 'watch'>;

/**
 * Starts the embedded stores, or connects to the configured ones, and opens the clients that roles share. The stop of the
 * supervisor closes them.
 * @throws if a store does not start or answer
 */
export async function openService(config: Config, overrides: ServiceOverrides = {}): Promise<Service> {
  const logger =
    overrides.logger ?? createLogger(config.LOG_LEVEL, logDestination(config.LOG_FORMAT, process.stderr));
  const supervisor = overrides.supervisor ?? createSupervisor(logger);
  const { urls, embedded } =
    overrides.stores ?? overrides.ownStores ?? (await provideStores(config, supervisor, logger));
  const masterKey = config.MASTER_KEY ?? Buffer.from(localSecret(config.DATA_DIR, 'master-key'), 'base64');
  const metrics = openMetrics();
  const { watch, stalls, close: endWatch } = reportStalls(logger, metrics.registry);
  supervisor.onStop('watch', async () => endWatch());
  const shared: Shared = { config, overrides, logger, supervisor, urls, metrics, watch };
  const log = openLog(shared);
  const store = await openStore(shared);
  const keyUse = openKeyUse(store, overrides.now);
  supervisor.onStop('key use', () => keyUse.close());
  const aliases = openAliases(store);
  supervisor.onStop('aliases', async () => aliases.close());
  await aliases.refresh();
  const { completeness, divergence } = await watchReadModels({ ...shared, log, store, aliases });
  const { leaseMs = defaultLeaseMs } = overrides;
  const embedder = overrides.stores ? 'parent' : 'own';
  const session = new Session(store, { leaseMs, embedder: embedded.mongodb === null ? null : embedder });
  supervisor.onStop('session', () => session.end());
  // The session is gone if another process ended it, or if MongoDB was emptied.
  session.onRenewal(async (isAnother) => {
    if (isAnother) await aliases.refresh();
  });
  const board = openStatusBoard(session);
  supervisor.onStop('status board', async () => board.close());
  const parkedDestinations = openParkedDestinations(store);
  const budgetWaits = openBudgetWaits(store);
  const parkedKeys = () => countAllParked(store, aliases);
  metrics.showBudgetWaits(() => budgetWaits.count());
  metrics.showParked(async () => {
    const [keys, destinations] = await Promise.all([parkedKeys(), parkedDestinations.count()]);
    return new Map([...keys, ['destinations', destinations]]);
  });
  const { originOf } = liveQueries(deliveryOrigins, collectionsOf(store), aliases);
  const planning = { publicUrl: publicUrlOf(config), originOf };
  const files = await openFiles(
    config.FILES_STORE ?? { directory: join(config.DATA_DIR, 'files') },
    newId,
    config.FILES_SCANNER === undefined ? null : openScanner(config.FILES_SCANNER),
  );
  const commands = openCommands({
    log,
    plans: config.PLANS_FILE ?? defaultPlans,
    secrets: openSecretBox(masterKey, config.PREVIOUS_MASTER_KEYS),
    files: files.contents,
    now: overrides.now ?? (() => new Date()),
    planning,
  });
  supervisor.onStop('commands', async () => {
    await commands.quotas.releaseSpare();
    await commands.aggregates.settled();
  });
  const progress = openProgress(store, readModels, (model) => aliases.generationsInUse(model));
  metrics.showLag(() => positionsOfModels({ store, progress }, aliases));
  const runnerWatch = watchRunners({ log, progress, watch });
  supervisor.onStop('watch of runners', async () => runnerWatch.close());
  return {
    ...shared,
    embedded,
    log,
    store,
    keyUse,
    masterKey,
    aliases,
    board,
    projectionStates: new Map(),
    completeness,
    divergence,
    parkedDestinations,
    budgetWaits,
    degraded: () => describeParked(parkedKeys, parkedDestinations),
    commands,
    files,
    mailer: openMail(shared),
    planning,
    session,
    leases: openLeases(store, { session }),
    progress,
    queries: openQueries(collectionsOf(store), commands.definitions, aliases),
    logMembers: openLogMembers(store),
    stalls,
    runnerWatch,
  };
}

/** Opens the log, whose calls are measured and watched, and whose events of interest are logged and counted. */
function openLog({ config, overrides, urls, metrics, watch, logger, supervisor }: Shared): EventLog {
  const opened = overrides.log ?? openEventStoreLog({ url: urls.eventstore, ...paceOf(config) });
  if (!overrides.log) supervisor.onStop('log', () => opened.close());
  return withNotices(watchedLog(metrics.measured(opened), watch), logger, metrics.registry);
}

/** Opens the mailer of the settings. It connects with its first message. */
function openMail({ config, supervisor }: Shared): Mailer | null {
  const server = config.SMTP_URL === undefined ? null : parseSmtpUrl(config.SMTP_URL);
  if (!server?.ok || config.MAIL_FROM === undefined) return null;
  const mailer = openMailer({ server: server.value, from: config.MAIL_FROM });
  supervisor.onStop('mail', () => mailer.close());
  return mailer;
}

/** The embedded server has no chunks, so scavenges need no pause between them. */
const paceOf = ({ EVENTSTORE_URL }: Config) =>
  EVENTSTORE_URL === undefined ? { scavengePace: { pointsMs: 0, retryMs: 1_000 } } : {};

async function openStore({ overrides, urls, watch, supervisor }: Shared): Promise<ReadStore> {
  if (overrides.store) return overrides.store;
  const store = await openReadStore({ url: urls.mongodb, watch });
  supervisor.onStop('read store', () => store.close());
  return store;
}

/** The address of the service for clients, as far as it follows from the settings. */
const publicUrlOf = ({ PUBLIC_URL, HOST, PORT }: Config): string =>
  (PUBLIC_URL ?? `http://${HOST}:${PORT}`).replace(/\/$/, '');
