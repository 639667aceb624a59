import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { dispatcherParts } from '../../app/roles/dispatcher.ts';
import { projectorParts } from '../../app/roles/projector.ts';
import { workerParts } from '../../app/roles/worker.ts';
import { openService } from '../../app/service/open-service.ts';
import type { Role } from '../../app/supervisor.ts';
import type { SecretBox } from '../../commands/secret-box.ts';
import { openBus } from '../../dispatcher/bus/bus.ts';
import { attemptBudgets } from '../../dispatcher/scheduler/attempt-budgets.ts';
import type { QueueLimits } from '../../dispatcher/scheduler/queues/destination-queues.ts';
import type { SchedulerDeps } from '../../dispatcher/scheduler/scheduler.ts';
import { openWebhookClient, type WebhookClient } from '../../dispatcher/worker/webhook-client.ts';
import type { DeliveryStatus } from '../../domain/delivery/state.ts';
import type { DestinationCommand } from '../../domain/destination/decider.ts';
import { destination } from '../../domain/destination/decider.ts';
import { defaultLimits, type DestinationSettings } from '../../domain/destination/events.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import { newId } from '../../log/ids.ts';
import type { RunningNats } from '../contract/nats/servers.ts';
import { startLog, startReadStore } from '../projections/stores.ts';
import { eventually } from '../support/eventually.ts';
import { copiedForm, nameQuestion } from '../support/forms.ts';
import { untilModelsComplete } from '../support/models-complete.ts';
import { useNatsServer } from '../support/servers.ts';
import { settingsWith } from '../support/settings.ts';

/** A part of the dispatcher or the worker that a test can stop. */
type PartName = 'destination health' | 'scheduler' | 'worker';

export const secret = 'the signing secret of every destination here';
const accountId = 'a1';
const defaultBudgets: SchedulerDeps['budgetsOf'] = attemptBudgets({}, { inFlight: 64, perSecond: null });
const deliveryLimits: Partial<QueueLimits> = {};

async function defaultNats(_: { port?: number }): Promise<RunningNats> {
  const { url, close } = await useNatsServer();
  return { url, port: Number(new URL(url).port), close };
}

/** The dispatcher with all that it stands on, each part to be stopped alone; retries come within milliseconds. */
export async function openWorld({
  delaysMs = [30, 30, 30],
  // A receiver here takes milliseconds, or for ever: no slow machine may make its answer a timeout.
  limitMs = 60_000,
  requestTimeoutMs = 1_500,
  limits = deliveryLimits,
  natsServer = defaultNats,
  parkedDelaysMs = [60_000],
  budgetsOf = defaultBudgets,
} = {}) {
  const [logs, stores] = await Promise.all([startLog(), startReadStore()]);
  let nats = await natsServer({});
  const lines: string[] = [];
  const masterKey = randomBytes(32);
  const client = openWebhookClient({ allowHosts: ['127.0.0.1'], limitMs });
  const config = settingsWith({
    EVENTSTORE_URL: logs.url,
    MONGODB_URL: stores.url,
    NATS_URL: nats.url,
    MASTER_KEY: masterKey,
    PUBLIC_URL: 'https://forms.test',
  });
  const service = await openService(config, {
    logger: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
    log: logs.log,
    store: stores.store,
    leaseMs: 2_000,
    webhookClient: client,
    retrySchedule: { delaysMs, jitter: 0, retryAfterCapMs: 1_000 },
    scheduling: { requestTimeoutMs, limits, parkedDelaysMs, budgetsOf },
  });
  const { commands, log, queries, parkedDestinations, budgetWaits } = service;
  const { aggregates, definitions, secrets, now } = commands;
  const bus = await openBus({ url: nats.url });

  /** Runs a part until the answered function is called. */
  function start(part: Role): () => Promise<void> {
    const stop = new AbortController();
    const ended = part(stop.signal);
    return () => {
      stop.abort();
      return ended;
    };
  }

  const roles: Readonly<Record<string, Role>> = {
    ...dispatcherParts(service, bus),
    ...workerParts(service, bus, false),
  };
  function roleOf(name: PartName): Role {
    const role = roles[name];
    if (!role) throw new Error(`no part ${name}`);
    return role;
  }
  function startWorker(ownSecrets: SecretBox, ownClient: WebhookClient = client): () => Promise<void> {
    const other = {
      ...service,
      commands: { ...commands, secrets: ownSecrets },
      overrides: { ...service.overrides, webhookClient: ownClient },
    };
    const { worker } = workerParts(other, bus, false);
    return start(worker);
  }
  const stopFollowing = start((signal) => aggregates.follow(log, signal).catch(() => undefined));
  const running = new Map<PartName, () => Promise<void>>();
  const models = Object.values(projectorParts(service)).map(start);
  await untilModelsComplete(service);
  const context = {
    accountId,
    actor: { kind: 'key', id: 'k1' },
    correlationId: 'c1',
    causationId: 'c1',
  } as const;

  const world = {
    commands,
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
    startPart(name: PartName) {
      running.set(name, start(roleOf(name)));
    },
    async stopPart(name: PartName) {
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
      for (const name of ['scheduler', 'worker', 'destination health'] as const) await world.stopPart(name);
      await Promise.all([...models, stopFollowing].map((stop) => stop()));
      await service.supervisor.stop();
      await client.close();
      await bus.close();
      await nats.close();
      await Promise.all([logs.close(), stores.close()]);
    },
  };
  for (const name of ['destination health', 'scheduler', 'worker'] as const) world.startPart(name);
  return world;
}
