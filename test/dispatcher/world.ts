import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { openSecretBox, type SecretBox } from '../../commands/secret-box.ts';
import { openBudgetWaits } from '../../coordination/budget-waits.ts';
import { openLeases } from '../../coordination/leases/leases.ts';
import { openProcessMembers } from '../../coordination/leases/process-members.ts';
import { openParkedDestinations } from '../../coordination/parked-destinations.ts';
import { openBus } from '../../dispatcher/bus/bus.ts';
import { runDisablePolicy, runPlanner } from '../../dispatcher/planner/run-planner.ts';
import { attemptBudgets } from '../../dispatcher/scheduler/attempt-budgets.ts';
import type { QueueLimits } from '../../dispatcher/scheduler/destination-queues.ts';
import { runScheduler, type SchedulerDeps } from '../../dispatcher/scheduler/scheduler.ts';
import { openWebhookClient, type WebhookClient } from '../../dispatcher/worker/webhook-client.ts';
import { runWorker } from '../../dispatcher/worker/worker.ts';
import type { DeliveryStatus } from '../../domain/delivery/decider.ts';
import type { DestinationCommand } from '../../domain/destination/decider.ts';
import { destination } from '../../domain/destination/decider.ts';
import { defaultLimits, type DestinationSettings } from '../../domain/destination/events.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import { openAggregates } from '../../log/aggregates.ts';
import { openFormDefinitions } from '../../log/form-definitions.ts';
import { newId } from '../../log/ids.ts';
import { collectionsOf } from '../../projections/collections.ts';
import { openProgress } from '../../projections/progress/progress.ts';
import { openQueries } from '../../projections/queries/open-queries.ts';
import { dueQueries } from '../../projections/read-models/deliveries/due-deliveries.ts';
import { destinationLimits } from '../../projections/read-models/destinations/destination-limits.ts';
import { readModels } from '../../projections/registry.ts';
import { runProjection } from '../../projections/runner/runner.ts';
import type { RunningNats } from '../contract/nats/servers.ts';
import { startLog, startReadStore } from '../projections/stores.ts';
import { eventually } from '../support/eventually.ts';
import { copiedForm, nameQuestion } from '../support/forms.ts';
import { useNatsServer } from '../support/servers.ts';

export const secret = 'the signing secret of every destination here';
const accountId = 'a1';
const usualBudgets: SchedulerDeps['budgetsOf'] = attemptBudgets({}, { inFlight: 64, perSecond: null });
const usualLimits: Partial<QueueLimits> = {};

async function usualNats(_: { port?: number }): Promise<RunningNats> {
  const { url, close } = await useNatsServer();
  return { url, port: Number(new URL(url).port), close };
}

/** The dispatcher with all that it stands on, each part to be stopped alone; retries come within milliseconds. */
export async function openWorld({
  delaysMs = [30, 30, 30],
  // A receiver here takes milliseconds, or for ever: no slow machine may make its answer a timeout.
  limitMs = 60_000,
  requestTimeoutMs = 1_500,
  limits = usualLimits,
  natsServer = usualNats,
  parkedDelaysMs = [60_000],
  budgetsOf = usualBudgets,
} = {}) {
  const [logs, stores] = await Promise.all([startLog(), startReadStore()]);
  let nats = await natsServer({});
  const { log } = logs;
  const { store } = stores;
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const leases = openLeases(store, { leaseMs: 2_000 });
  const progress = openProgress(store, readModels);
  const definitions = openFormDefinitions(log);
  const queries = openQueries(collectionsOf(store), definitions);
  const masterKey = randomBytes(32);
  const secrets = openSecretBox(masterKey);
  const parkedDestinations = openParkedDestinations(store);
  const aggregates = openAggregates(log);
  const budgetWaits = openBudgetWaits(store);
  const bus = await openBus({ url: nats.url });
  const client = openWebhookClient({ allowHosts: ['127.0.0.1'], limitMs });
  const now = () => new Date();
  const queue = dueQueries(collectionsOf(store));
  const shared = {
    queue,
    destinationLimits: destinationLimits(collectionsOf(store)),
    parkedDestinations,
    parkedDelaysMs,
    budgetWaits,
    budgetsOf,
    store,
    log,
    definitions,
    progress,
    leases,
    logger,
    aggregates,
    secrets,
    now,
    bus,
    client,
  };

  /** Runs a part until the answered function is called. */
  function start(part: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
    const stop = new AbortController();
    const ended = part(stop.signal);
    return () => {
      stop.abort();
      return ended;
    };
  }

  const schedule = { delaysMs, jitter: 0, retryAfterCapMs: 1_000 };
  const parts = {
    planner: () => start((signal) => runPlanner({ ...shared, publicUrl: 'https://forms.test' }, signal)),
    health: () => start((signal) => runDisablePolicy(shared, signal)),
    scheduler: () =>
      start((signal) =>
        runScheduler(
          { ...shared, members: openProcessMembers(store, 'schedulers', 2_000), requestTimeoutMs, limits },
          signal,
        ),
      ),
    worker: () => startWorker(secrets),
  };
  function startWorker(ownSecrets: SecretBox, ownClient: WebhookClient = client): () => Promise<void> {
    return start((signal) =>
      runWorker({ ...shared, client: ownClient, secrets: ownSecrets, schedule, product: 'Service' }, signal),
    );
  }
  const stopFollowing = start((signal) => aggregates.follow(log, signal).catch(() => undefined));
  const running = new Map<string, () => Promise<void>>();
  const models = readModels.map((projection) =>
    start((signal) => runProjection({ ...shared, projection, signal })),
  );
  const context = {
    accountId,
    actor: { kind: 'key', id: 'k1' },
    correlationId: 'c1',
    causationId: 'c1',
  } as const;

  const world = {
    logUrl: logs.url,
    aggregates,
    now,
    queries,
    definitions,
    log,
    secrets,
    bus,
    lines,
    parkedDestinations,
    budgetWaits,
    masterKey,
    /** Another worker, with master keys and perhaps a client of its own, until the answered function is called. */
    startWorker,
    startPart(name: keyof typeof parts) {
      running.set(name, parts[name]());
    },
    async stopPart(name: keyof typeof parts) {
      await running.get(name)?.();
      running.delete(name);
    },
    stopBus: () => nats.close(),
    async startBus() {
      nats = await natsServer({ port: nats.port });
    },
    /** Runs a command on a destination. */
    async command(destinationId: string, command: DestinationCommand) {
      const done = await aggregates.execute(
        destination,
        streamOf.destination(destinationId),
        [command],
        context,
      );
      if (!done.ok) throw new Error(done.error.code);
    },
    /** A new destination; answers its id. */
    async configure(url: string, settings: Partial<DestinationSettings> = {}): Promise<string> {
      const destinationId = newId();
      await world.command(destinationId, {
        type: 'ConfigureDestination',
        destinationId,
        accountId,
        settings: {
          label: 'test',
          url,
          events: ['submission.created'],
          formId: null,
          includedQuestions: [],
          signature: 'timestamped',
          ...defaultLimits,
          ...settings,
        },
        enabled: true,
        secret: secrets.seal(secret, destinationId),
        at: now().toISOString(),
      });
      return destinationId;
    },
    /** Gives a destination another secret; the one before counts for a minute more. */
    rotate: (destinationId: string, next: string) =>
      world.command(destinationId, {
        type: 'RotateDestinationSecret',
        secret: secrets.seal(next, destinationId),
        previousUntil: new Date(Date.now() + 60_000).toISOString(),
        at: now().toISOString(),
      }),
    /** A new submission; answers its id. */
    async submit(): Promise<string> {
      const submissionId = newId();
      const done = await aggregates.execute(
        submission,
        streamOf.submission(submissionId),
        [
          {
            type: 'CreateSubmission',
            formStatus: 'published',
            submissionId,
            accountId,
            form: copiedForm({ questions: [nameQuestion] }),
            answers: [submissionId],
            isComplete: true,
            source: 'api',
            requestHash: '',
            at: now().toISOString(),
          },
        ],
        context,
        { isNew: true },
      );
      if (!done.ok) throw new Error(done.error.code);
      return submissionId;
    },
    /** The deliveries of a destination in the read model, once there are so many with that status. */
    deliveries: (destinationId: string, status: DeliveryStatus, count: number) =>
      eventually(
        `${count} deliveries ${status}`,
        async () => {
          const { items } = await queries.deliveries.list(accountId, { destinationId, limit: 200 });
          return items.length === count && items.every((item) => item.status === status) && items;
        },
        // A lease that was lost on a busy machine takes its time to come back.
        30_000,
      ),
    async close() {
      for (const name of ['scheduler', 'worker', 'planner', 'health'] as const) await world.stopPart(name);
      await Promise.all([...models, stopFollowing].map((stop) => stop()));
      await client.close();
      await bus.close();
      await nats.close();
      await Promise.all([logs.close(), stores.close()]);
    },
  };
  for (const name of ['planner', 'health', 'scheduler', 'worker'] as const) world.startPart(name);
  return world;
}
