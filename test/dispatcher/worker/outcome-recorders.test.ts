import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSecretBox } from '../../../commands/secret-box.ts';
import type { AttemptRequest, Reply } from '../../../dispatcher/bus/bus.ts';
import { runWorker } from '../../../dispatcher/worker/worker.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import type { EventLog } from '../../../log/event-log.ts';
import { openEventStoreLog } from '../../../log/eventstore/eventstore-log.ts';
import { newId } from '../../../log/ids.ts';
import { writerTo } from '../../projections/running.ts';
import { partOfLog } from '../../support/eventstore/part-of-log.ts';
import { eventually } from '../../support/eventually.ts';
import { type EventStoreCluster, openEventStoreCluster } from '../../support/faults/eventstore-cluster.ts';
import { noForms } from '../../support/forms.ts';
import { useEventStoreServer } from '../../support/servers.ts';
import { configured, submitted } from '../events.ts';
import { allRead } from './all-read.ts';
import { deliveriesIn, firstAttempt } from './planned.ts';

const test = suite('outcome recorders in several workers');

const schedule = { delaysMs: [60_000], jitter: 0, retryAfterCapMs: 3_600_000 };
const ids = Array.from({ length: 12 }, (_, n) => `s${n}`);

type Worker = Awaited<ReturnType<typeof openWorker>>;

/** A worker with a network of its own to the log, and the deliveries that it has sent. */
async function openWorker(
  serverUrl: string,
  partOf: (log: EventLog) => EventLog,
  secrets: ReturnType<typeof openSecretBox>,
  requestOf: (submissionId: string) => AttemptRequest,
) {
  const cluster: EventStoreCluster = await openEventStoreCluster(serverUrl, { nodes: 1 });
  const whole = partOf(openEventStoreLog({ url: cluster.url, appendTimeoutMs: 1_000 }));
  let refusals = 0;
  const log: typeof whole = {
    ...whole,
    append: (...append) =>
      whole.append(...append).catch((error: unknown) => {
        refusals += 1;
        throw error;
      }),
  };
  const posts: string[] = [];
  const aggregates = openAggregates(log);
  const stopping = new AbortController();
  let handle: (request: AttemptRequest) => Promise<Reply> = () => Promise.reject(new Error('not yet'));
  const running = runWorker(
    {
      log,
      secrets,
      definitions: noForms,
      schedule,
      product: 'Service',
      progress: allRead,
      aggregates,
      deliveries: deliveriesIn(log, aggregates),
      now: () => new Date(),
      logger: { error: () => undefined, warn: () => undefined },
      client: {
        cancelWaiting: () => undefined,
        async post({ headers }) {
          posts.push(headers['X-Service-Delivery'] ?? '');
          return {
            outcome: { kind: 'response', status: 204, excerpt: '' },
            durationMs: 5,
            retryAfterMs: null,
          };
        },
      },
      bus: {
        serve(given) {
          handle = given;
          return { stop: async () => undefined };
        },
      },
    },
    stopping.signal,
  );
  return {
    posts,
    /** How many appends have failed. */
    refusals: () => refusals,
    takesAppends: (does: boolean) => cluster.leader().writesAre(does ? 'answered' : 'refused'),
    /** Asks for the delivery of a submission. */
    ask: (id: string) => handle({ ...requestOf(id), again: true }),
    async close() {
      stopping.abort();
      await running;
      await log.close();
      await cluster.close();
    },
  };
}

/** The workers of a test that failed would keep the process alive. */
const left = new Set<() => Promise<void>>();
test.after(async () => {
  await Promise.all([...left].map((close) => close()));
});

/** Some workers over one log that holds submissions whose deliveries to one destination are due. */
async function openWorkers(count: number) {
  const server = await useEventStoreServer();
  const secrets = openSecretBox(randomBytes(32));
  const shared = openEventStoreLog({ url: server.url });
  const [suffix, start] = [`-${newId()}`, await shared.head()];
  const partOf = (log: EventLog): EventLog => partOfLog(log, suffix, start);
  const log = partOf(shared);
  const [to, made] = configured('x');
  if (made.type !== 'DestinationConfigured') throw new Error('not a destination');
  const sealed = { ...made, data: { ...made.data, secret: secrets.seal('a secret', 'x') } };
  const history = [[to, sealed] as const, ...ids.map((id) => submitted(id))];
  await writerTo(log)(...history.map(([stream, event]) => ({ stream, event })));
  const requests = new Map<string, AttemptRequest>();
  for (const id of ids) {
    const created = await log.readEvent(`submission-${id}`, 0);
    requests.set(id, firstAttempt(created?.id ?? '', `submission-${id}`, 'x'));
  }
  const requestOf = (id: string): AttemptRequest => {
    const request = requests.get(id);
    if (!request) throw new Error(`no submission ${id}`);
    return request;
  };
  const workers = await Promise.all(
    Array.from({ length: count }, () => openWorker(server.url, partOf, secrets, requestOf)),
  );
  const close = async (): Promise<void> => {
    left.delete(close);
    await Promise.all(workers.map((one) => one.close()));
    await log.close();
    await server.close();
  };
  left.add(close);
  return {
    workers,
    async typesOf(id: string) {
      const types: string[] = [];
      for await (const { event } of log.readStream(`delivery-${requestOf(id).deliveryId}`))
        types.push(event.type);
      return types;
    },
    close,
  };
}

/** Asks for deliveries as a scheduler does, until each is refused or under way. */
async function askFor(worker: Worker, wanted: readonly string[], waiting: number): Promise<void> {
  let refused = 0;
  for (const id of wanted)
    void worker.ask(id).then(({ result }) => void (refused += result === 'failed' ? 1 : 0));
  await eventually('all the others are refused', () => refused >= wanted.length - waiting);
}

test('while the log refuses appends, each worker sends one request, and each delivery is recorded once', async () => {
  const { workers, typesOf, close } = await openWorkers(3);
  for (const worker of workers) {
    worker.takesAppends(false);
    void worker.ask('s0');
    await eventually('it is sent', () => worker.posts.length === 1);
  }
  for (let round = 1; round <= 4; round++) for (const worker of workers) await askFor(worker, ids, 1);
  assert.equal(
    workers.map(({ posts }) => posts.length),
    [1, 1, 1],
  );
  for (const worker of workers) worker.takesAppends(true);
  for (const [n, id] of ids.entries())
    await eventually(`${id} is recorded`, async () => {
      await workers[n % workers.length]?.ask(id);
      return (await typesOf(id)).length > 0;
    });
  for (const id of ids) assert.equal(await typesOf(id), ['DeliveryAttempted']);
  const again = workers.flatMap(({ posts }) => posts).length;
  assert.is(again, ids.length + workers.length - 1);
  await close();
});

test('a worker with no outcome left to record probes by appends, not by requests', async () => {
  const { workers, typesOf, close } = await openWorkers(2);
  const [cut, whole] = workers;
  if (!cut || !whole) throw new Error('there are two');
  cut.takesAppends(false);
  const first = cut.ask('s0');
  await eventually('it is sent', () => cut.posts.length === 1);
  await askFor(cut, ids, 1);
  assert.is((await whole.ask('s0')).result, 'done');
  cut.takesAppends(true);
  assert.is((await first).result, 'stale');
  cut.takesAppends(false);
  // No outcome waits to be recorded any more: from now on the log itself is probed.
  const before = cut.refusals();
  await eventually(
    'it has probed in vain',
    () => {
      void cut.ask('s1');
      return cut.refusals() >= before + 2 || cut.posts.length > 1;
    },
    20_000,
  );
  assert.is(cut.posts.length, 1);
  cut.takesAppends(true);
  await eventually('it sends again', async () => (await cut.ask('s1')).result === 'done', 20_000);
  assert.equal(await typesOf('s1'), ['DeliveryAttempted']);
  await close();
});

test.run();
