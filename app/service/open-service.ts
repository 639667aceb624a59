import { createHash, hkdfSync } from 'node:crypto';
import type { Logger } from 'pino';
import type { ApiDeps, OperatorToken } from '../../api/api-deps.ts';
import { untilComplete } from '../../api/requests/requests.ts';
import type { StallWatch } from '../../async/stall-watch.ts';
import { defaultPlans } from '../../commands/account/plans.ts';
import { type CommandDeps, openCommands } from '../../commands/deps.ts';
import { openSlugs } from '../../commands/form/slugs.ts';
import { openSecretBox } from '../../commands/secret-box.ts';
import { type BudgetWaits, openBudgetWaits } from '../../coordination/budget-waits.ts';
import { openIdempotencyStore } from '../../coordination/idempotency-store.ts';
import { type KeyUse, openKeyUse } from '../../coordination/key-use.ts';
import { type Leases, openLeases, readPositions } from '../../coordination/leases/leases.ts';
import { type LogMembers, openLogMembers } from '../../coordination/log-members.ts';
import { openParkedDestinations, type ParkedDestinations } from '../../coordination/parked-destinations.ts';
import { openRateLedger } from '../../coordination/rate-ledger.ts';
import { openReadStore, type ReadStore } from '../../coordination/read-store.ts';
import { openSentRequests } from '../../dispatcher/worker/sent-requests.ts';
import type { EventLog } from '../../log/event-log.ts';
import { openEventStoreLog } from '../../log/eventstore/eventstore-log.ts';
import { collectionsOf } from '../../projections/collections.ts';
import { type Aliases, openAliases } from '../../projections/generations/aliases.ts';
import { openControl } from '../../projections/generations/control.ts';
import { countParked } from '../../projections/parking/parked-keys.ts';
import { type Completeness, watchCompleteness } from '../../projections/progress/completeness.ts';
import { type DivergenceWatch, watchDivergence } from '../../projections/progress/divergence.ts';
import { openProgress, type Progress } from '../../projections/progress/progress.ts';
import { openStatusBoard, type StatusBoard } from '../../projections/progress/status-board.ts';
import { modelId } from '../../projections/projection.ts';
import { documentQueries } from '../../projections/queries/documents.ts';
import { openQueries, type Queries } from '../../projections/queries/open-queries.ts';
import { readModels } from '../../projections/registry.ts';
import type { Config } from '../config/config.ts';
import { localSecret, removeLocalSecret } from '../data-dir/local-secrets.ts';
import { isOthersServiceFile } from '../data-dir/service-file.ts';
import { describeParked } from '../health/describe-parked.ts';
import { reportStalls } from '../health/report-stalls.ts';
import { watchedLog } from '../health/watch-log.ts';
import { type RunnerWatch, watchRunners } from '../health/watch-runners.ts';
import { type Metrics, openMetrics } from '../metrics/metrics.ts';
import { withNotices } from '../metrics/notices.ts';
import { provideStores, type Stores, type StoreUrls } from '../stores/embedded-stores.ts';
import type { Supervisor } from '../supervisor.ts';
import { configuredManagers, dispatchManagers, processManagers } from './process-managers.ts';

/** The shared parts of a process, from which roles are built. */
export interface Service {
  readonly config: Config;
  readonly logger: Logger;
  readonly supervisor: Supervisor;
  readonly urls: StoreUrls;
  /** The addresses of the embedded stores for other clients. */
  readonly embedded: Stores['embedded'];
  readonly log: EventLog;
  readonly commands: CommandDeps;
  readonly store: ReadStore;
  readonly leases: Leases;
  readonly progress: Progress;
  readonly completeness: Completeness;
  readonly divergence: DivergenceWatch;
  /** The active generation of each read model. */
  readonly aliases: Aliases;
  readonly board: StatusBoard;
  readonly queries: Queries;
  readonly keyUse: KeyUse;
  readonly metrics: Metrics;
  readonly masterKey: Buffer;
  readonly parkedDestinations: ParkedDestinations;
  readonly budgetWaits: BudgetWaits;
  /** The parked keys and destinations, in words. */
  readonly degraded: () => Promise<readonly string[]>;
  readonly logMembers: LogMembers;
  readonly watch: StallWatch['watch'];
  readonly stalls: StallWatch['stalls'];
  readonly runnerWatch: RunnerWatch;
}

/** Starts the embedded stores, or connects to the configured ones, and opens the clients that roles share. */
export async function openService(config: Config, supervisor: Supervisor, logger: Logger): Promise<Service> {
  const plans = config.PLANS_FILE ?? defaultPlans;
  const { urls, embedded } = await provideStores(config, supervisor, logger);
  const masterKey = config.MASTER_KEY ?? Buffer.from(localSecret(config.DATA_DIR, 'master-key'), 'base64');
  const metrics = openMetrics();
  const { watch, stalls, close: endWatch } = reportStalls(logger, metrics.registry);
  supervisor.onStop('watch', async () => endWatch());
  const log = withNotices(
    watchedLog(metrics.measured(openEventStoreLog({ url: urls.eventstore, ...paceOf(config) })), watch),
    logger,
    metrics.registry,
  );
  supervisor.onStop('log', () => log.close());
  const store = await openReadStore({ url: urls.mongodb, watch });
  supervisor.onStop('read store', () => store.close());
  const keyUse = openKeyUse(store);
  supervisor.onStop('key use', () => keyUse.close());
  const aliases = openAliases(store);
  supervisor.onStop('aliases', async () => aliases.close());
  await aliases.refresh();
  const completeness = watchCompleteness({ store, log, aliases, models: readModels });
  supervisor.onStop('completeness', async () => completeness.close());
  const divergence = watchDivergence({
    store,
    log,
    aliases,
    models: readModels,
    managers: processManagers,
    logger,
  });
  supervisor.onStop('divergence', async () => divergence.close());
  // Before anything is answered or sent. Stores that are away are asked again by the watch.
  await divergence.check().catch(() => undefined);
  const board = openStatusBoard(store);
  supervisor.onStop('status board', () => board.close());
  metrics.showLag(async () => {
    const read = readModels.map((model) => [model.name, aliases.generationsInUse(model)[0] ?? ''] as const);
    const positions = await readPositions(
      store,
      read.map(([, id]) => id),
    );
    return new Map(read.map(([name, id]) => [name, positions.get(id) ?? null]));
  });
  const parkedDestinations = openParkedDestinations(store);
  const budgetWaits = openBudgetWaits(store);
  metrics.showBudgetWaits(() => budgetWaits.count());
  const parkedKeys = () => countAllParked(store, aliases);
  metrics.showParked(async () => {
    const [keys, destinations] = await Promise.all([parkedKeys(), parkedDestinations.count()]);
    return new Map([...keys, ['destinations', destinations]]);
  });
  const secrets = openSecretBox(masterKey, config.PREVIOUS_MASTER_KEYS);
  const commands = openCommands({ log, plans, secrets });
  supervisor.onStop('commands', async () => {
    await commands.quotas.releaseSpare();
    await commands.aggregates.settled();
  });
  const progress = openProgress(store, readModels, (model) => aliases.generationsInUse(model));
  const runnerWatch = watchRunners({ log, progress, watch });
  supervisor.onStop('watch of runners', async () => runnerWatch.close());
  return {
    config,
    logger,
    supervisor,
    urls,
    embedded,
    log,
    store,
    keyUse,
    metrics,
    masterKey,
    aliases,
    board,
    completeness,
    divergence,
    parkedDestinations,
    budgetWaits,
    degraded: () => describeParked(parkedKeys, parkedDestinations),
    commands,
    leases: openLeases(store),
    progress,
    queries: openQueries(collectionsOf(store), commands.definitions, aliases),
    logMembers: openLogMembers(store),
    watch,
    stalls,
    runnerWatch,
  };
}

/** The positions of the active generations, by read model. */
async function countAllParked(store: ReadStore, aliases: Aliases): Promise<ReadonlyMap<string, number>> {
  const keys = await countParked(store);
  const read = readModels.map((model) => [model.name, aliases.generationsInUse(model)[0] ?? ''] as const);
  const managers = dispatchManagers.map((manager) => [manager.name, modelId(manager)] as const);
  return new Map([...read, ...managers].map(([name, id]) => [name, keys.get(id) ?? 0]));
}

/** The embedded server has no chunks, so scavenges need no pause between them. */
const paceOf = ({ EVENTSTORE_URL }: Config) =>
  EVENTSTORE_URL === undefined ? { scavengePace: { pointsMs: 0, retryMs: 1_000 } } : {};

/** The dependencies of the API beyond the shared parts. */
export function apiDeps(service: Service, health: ApiDeps['health']): ApiDeps {
  const { config, commands, store, log, aliases, queries, progress, completeness } = service;
  const { keyUse, logger, masterKey } = service;
  return {
    ...commands,
    slugs: openSlugs(commands, async (accountId, slug) => {
      await untilComplete(completeness, ['forms']);
      return queries.forms.withSlug(accountId, slug);
    }),
    queries,
    keyUse,
    logger,
    health,
    progress: { waitFor: progress.waitFor, untilComplete: completeness.untilComplete },
    logMembers: service.logMembers,
    parkedDestinations: service.parkedDestinations,
    budgetWaits: service.budgetWaits,
    documents: documentQueries(collectionsOf(store), readModels, aliases, commands.definitions),
    projections: openControl({
      store,
      log,
      models: readModels,
      managers: dispatchManagers,
      otherManagers: configuredManagers,
      workers: ['eraser', 'log-purger', 'store-purger', 'recoverer'],
    }),
    rateLedger: openRateLedger(store),
    idempotency: openIdempotencyStore(store),
    sentRequests: openSentRequests(commands),
    recoveriesPerSecond: config.RECOVERY_PER_SECOND,
    metrics: service.metrics.registry,
    watch: service.watch,
    trustedProxies: config.TRUSTED_PROXIES,
    // Derived from the master key, so that processes that share it accept each other's cursors.
    cursorKey: derivedKey(masterKey, 'cursors'),
    otherCursorKeys: config.PREVIOUS_MASTER_KEYS.map((key) => derivedKey(key, 'cursors')),
    sessionKeys: sessionKeys(service),
    operatorTokens: operatorTokens(config),
    publicUrl: config.PUBLIC_URL ?? null,
    knownHosts: knownHostsOf(config),
    monitoringHosts: config.MONITORING_HOSTS,
    formRates: {
      pages: config.FORM_PAGES_PER_MINUTE,
      sendings: config.FORM_SENDS_PER_MINUTE,
      attempts: config.FORM_ATTEMPTS_PER_MINUTE,
      unknown: config.FORM_MISSES_PER_MINUTE,
    },
    rateDefaults: { requests: config.RATE_LIMIT_REQUESTS, window_s: config.RATE_LIMIT_WINDOW_S },
    destinationRules: { allowHosts: config.WEBHOOK_ALLOW_HOSTS },
  };
}

/** On the loopback interface without a proxy, a request names this machine or PUBLIC_URL; elsewhere it may name any host. */
function knownHostsOf({ HOST, PUBLIC_URL, TRUSTED_PROXIES }: Config): string[] | null {
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  const isLocal = HOST === '::1' || loopback.includes(HOST);
  if (!isLocal || TRUSTED_PROXIES.length > 0) return null;
  return PUBLIC_URL === undefined ? loopback : [...loopback, new URL(PUBLIC_URL).hostname.toLowerCase()];
}

const derivedKey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, 32));

/** The keys that seal sessions and tickets. */
export const sessionKeys = ({
  masterKey,
  config,
}: Pick<Service, 'masterKey' | 'config'>): readonly [Buffer, ...Buffer[]] => [
  derivedKey(masterKey, 'sessions'),
  ...config.PREVIOUS_MASTER_KEYS.map((key) => derivedKey(key, 'sessions')),
];

/**
 * The configured tokens, and the token in the data directory that the local command line uses. Each start renews that
 * token, unless another process of the same directory uses it.
 */
function operatorTokens({ OPERATOR_TOKENS, DATA_DIR }: Config): OperatorToken[] {
  if (!isOthersServiceFile(DATA_DIR)) removeLocalSecret(DATA_DIR, 'operator-token');
  const token = localSecret(DATA_DIR, 'operator-token');
  const local = { role: 'operator', name: 'local', token } as const;
  return [local, ...OPERATOR_TOKENS].map(({ role, name, token: secret }, index) => ({
    id: name ?? `${role}-${index}`,
    role,
    sha256: createHash('sha256').update(secret).digest('hex'),
  }));
}
