import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSecretBox } from '../../../commands/secret-box.ts';
import type { AttemptRequest, Reply } from '../../../dispatcher/bus/bus.ts';
import { NotSent } from '../../../dispatcher/worker/semaphores.ts';
import { runWorker } from '../../../dispatcher/worker/worker.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import { LogUnavailable } from '../../../log/log-errors.ts';
import { logOf, openMemoryLog } from '../../simulation/memory/memory-log.ts';
import { eventually } from '../../support/eventually.ts';
import { noForms } from '../../support/forms.ts';
import { at, configured, type History, submitted } from '../events.ts';
import { startReceiver } from '../receiver.ts';
import { openWorld } from '../world.ts';
import { allRead } from './all-read.ts';
import { deliveriesIn, firstAttempt } from './planned.ts';

const test = suite('outcome recorder');

const schedule = { delaysMs: [1_000, 1_000], jitter: 0, retryAfterCapMs: 3_600_000 };
const ids = Array.from({ length: 40 }, (_, n) => `s${n}`);
/** The request for the delivery of a submission. */
const asked = (id: string): AttemptRequest => ({
  ...firstAttempt(`first of submission-${id}`, `submission-${id}`, 'x'),
  again: true,
});
const streamOf = (id: string) => `delivery-${asked(id).deliveryId}`;

/** A worker over a log that holds submissions whose deliveries are due, by the ids of the submissions. */
function openWorker() {
  const now = () => new Date(at);
  const memory = openMemoryLog(now);
  const secrets = openSecretBox(randomBytes(32));
  const metadata = {
    accountId: 'a1',
    actor: { kind: 'system', id: 'test' },
    correlationId: 'c',
    causationId: 'c',
  } as const;
  const [to, made] = configured('x');
  if (made.type !== 'DestinationConfigured') throw new Error('not a destination');
  const sealed = { ...made, data: { ...made.data, secret: secrets.seal('a secret', 'x') } };
  const history: History = [[to, sealed], ...ids.map((id) => submitted(id))];
  for (const [name, event] of history) memory.append(name, -1, [{ id: `first of ${name}`, event, metadata }]);
  const own = logOf(memory, async (effect) => effect());
  const state = { isWritable: false, posts: 0, cancellations: 0, isHeld: false };
  const log: typeof own = {
    ...own,
    append: async (...append) => {
      if (!state.isWritable) throw new LogUnavailable('full');
      return own.append(...append);
    },
  };
  const aggregates = openAggregates(log);
  let handle: (request: AttemptRequest) => Promise<Reply> = () => Promise.reject(new Error('not yet'));
  const stopping = new AbortController();
  const running = runWorker(
    {
      log,
      definitions: noForms,
      secrets,
      now,
      schedule,
      product: 'Service',
      progress: allRead,
      aggregates,
      deliveries: deliveriesIn(log, aggregates),
      logger: { error: () => undefined, warn: () => undefined },
      client: {
        cancelWaiting: () => void (state.cancellations += 1),
        post: async () => {
          if (state.isHeld) throw new NotSent();
          state.posts += 1;
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
    state,
    memory,
    ask: (id: string) => handle(asked(id)),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

test('while the log can be read and not written, receivers get only one request, however long it lasts', async () => {
  const worker = openWorker();
  const first = worker.ask('s0');
  await eventually('it is sent', () => worker.state.posts === 1);
  for (let round = 1; round <= 5; round++) {
    let failed = 0;
    for (const id of ids.slice(1))
      void worker.ask(id).then(({ result }) => void (failed += result === 'failed' ? 1 : 0));
    await eventually(
      'all are refused, or one is sent',
      () => failed === ids.length - 1 || worker.state.posts > 1,
    );
    assert.is(worker.state.posts, 1, `round ${round}`);
  }
  worker.state.isWritable = true;
  assert.is((await first).result, 'done');
  const replies = await Promise.all(ids.slice(1).map(worker.ask));
  assert.ok(replies.every(({ result }) => result === 'done'));
  assert.is(worker.state.posts, ids.length);
  const recorded = ids.map((id) => worker.memory.stream(streamOf(id)).map(({ event }) => event.type));
  for (const types of recorded) assert.equal(types, ['DeliveryAttempted']);
  await worker.stop();
});

test('waiting requests are cancelled once an outcome cannot be recorded', async () => {
  const worker = openWorker();
  const first = worker.ask('s0');
  await eventually('they are cancelled', () => worker.state.cancellations === 1);
  worker.state.isWritable = true;
  assert.is((await first).result, 'done');
  await worker.stop();
});

test('an attempt that was not sent is not recorded, and does not block others', async () => {
  const worker = openWorker();
  worker.state.isWritable = true;
  worker.state.isHeld = true;
  assert.equal(await worker.ask('s0'), { result: 'busy' });
  worker.state.isHeld = false;
  worker.state.isWritable = false;
  const first = worker.ask('s1');
  await eventually('the circuit is open', () => worker.state.cancellations === 1);
  worker.state.isWritable = true;
  assert.is((await first).result, 'done');
  assert.is((await worker.ask('s0')).result, 'done');
  assert.is(worker.memory.stream(streamOf('s0')).length, 1);
  await worker.stop();
});

test('a request without a reply is repeated after growing delays', async () => {
  const world = await openWorld({ requestTimeoutMs: 50 });
  const receiver = await startReceiver();
  await world.configure(receiver.url);
  await world.stopPart('worker');
  const askedAt: number[] = [];
  const deaf = world.bus.serve(() => {
    askedAt.push(performance.now());
    return new Promise(() => undefined);
  });
  await world.submit();
  await eventually('it was asked three times', () => askedAt.length >= 3);
  const [first = 0, second = 0, third = 0] = askedAt;
  assert.ok(second - first >= 500, `after ${second - first} ms`);
  assert.ok(third - second >= 1_000, `after ${third - second} ms`);
  await deaf.stop();
  receiver.close();
  await world.close();
});

test.run();
