import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSecretBox } from '../../../commands/secret-box.ts';
import { makeAttempt } from '../../../dispatcher/worker/attempt.ts';
import { OutcomeRecorder } from '../../../dispatcher/worker/outcome-recorder.ts';
import { openSourceEventCache } from '../../../dispatcher/worker/source-event-cache.ts';
import type { Exchange } from '../../../dispatcher/worker/webhook-client.ts';
import { delivery } from '../../../domain/delivery/decider.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import { LogUnavailable } from '../../../log/log-errors.ts';
import { logOf, openMemoryLog } from '../../simulation/memory/memory-log.ts';
import { advanceClock } from '../../support/clock.ts';
import { noForms } from '../../support/forms.ts';
import { at, configured, type History, scheduledTo, submitted } from '../events.ts';
import { allRead } from './all-read.ts';

const test = suite('attempt');

const asked = { deliveryId: 'w1', attempt: 1, again: false };
const stream = 'delivery-w1';
const schedule = { delaysMs: [1_000, 1_000], jitter: 0, retryAfterCapMs: 3_600_000 };
const answered = (status: number, retryAfterMs: number | null = null): Exchange => ({
  outcome: { kind: 'response', status, excerpt: '' },
  durationMs: 5,
  retryAfterMs,
});

/** A log that holds one delivery which is due, and workers that share nothing but that log. */
function world() {
  const now = () => new Date(at);
  const log = openMemoryLog(now);
  const secrets = openSecretBox(randomBytes(32));
  const context = {
    accountId: 'a1',
    actor: { kind: 'system', id: 'test' },
    correlationId: 'c',
    causationId: 'c',
  } as const;
  const [to, made] = configured('x');
  if (made.type !== 'DestinationConfigured') throw new Error('not a destination');
  const history: History = [
    submitted('s1'),
    [to, { ...made, data: { ...made.data, secret: secrets.seal('a secret', 'x') } }],
    scheduledTo('x', 'w1'),
  ];
  for (const [name, event] of history)
    log.append(name, -1, [{ id: `first of ${name}`, event, metadata: context }]);

  /** @param call what becomes of a worker's calls to the log */
  function worker(
    post: () => Promise<Exchange>,
    call: <T>(effect: () => T) => Promise<T> = async (effect) => effect(),
    progress = allRead,
  ) {
    const own = logOf(log, call);
    const aggregates = openAggregates(own);
    const recorder = new OutcomeRecorder(async () => undefined, new AbortController().signal);
    const shared = { aggregates, secrets, now, recorder, progress };
    const deps = { ...shared, client: { post }, schedule, product: 'Service' };
    return { aggregates, attempt: () => makeAttempt(deps, openSourceEventCache(own, noForms), asked) };
  }
  return { log, worker };
}

const pairs: Readonly<Record<string, readonly [Exchange, Exchange]>> = {
  'two dates for the next one': [answered(503), answered(503, 600_000)],
  'a success and a refusal': [answered(200), answered(400)],
};

for (const [what, [one, other]] of Object.entries(pairs))
  test(`an attempt made by two workers at once with ${what} is recorded once, and both report its outcome`, async () => {
    const { log, worker } = world();
    let posted = 0;
    let release = (): void => undefined;
    const both = new Promise<void>((resolve) => (release = resolve));
    const post = (exchange: Exchange) => async () => {
      if (++posted === 2) release();
      await both;
      return exchange;
    };
    const workers = [worker(post(one)), worker(post(other))];
    const replies = await Promise.all(workers.map(({ attempt }) => attempt()));
    assert.equal(replies.map(({ result }) => result).sort(), ['done', 'stale']);
    const { state } = await openAggregates(logOf(log, async (effect) => effect())).load(delivery, stream);
    for (const { aggregates } of workers)
      assert.equal((await aggregates.load(delivery, stream, Infinity)).state, state);
  });

test('an attempt does not use data read before its process was suspended', async () => {
  const { log, worker } = world();
  const posted: string[] = [];
  const post = async () => {
    posted.push('a request');
    return answered(204);
  };
  let restoreClock = (): void => undefined;
  const { attempt } = worker(post, undefined, {
    async waitFor() {
      restoreClock = advanceClock(5_001);
      return true;
    },
  });
  assert.equal(await attempt(), { result: 'failed' });
  restoreClock();
  assert.equal(posted, []);
  assert.is(log.stream(stream).length, 1);
});

test('a repeated append is recognised when the response to the first was lost', async () => {
  const { log, worker } = world();
  let appends = 0;
  let posts = 0;
  const { attempt } = worker(
    async () => {
      posts += 1;
      return answered(204);
    },
    async (effect) => {
      const before = log.head();
      const done = effect();
      if (log.head() > before && ++appends === 1) throw new LogUnavailable('no answer');
      return done;
    },
  );
  assert.equal(await attempt(), { result: 'done', position: String(log.head()), exchangeMs: 5 });
  assert.equal([posts, appends], [1, 1]);
  assert.equal(
    log.stream(stream).map(({ event }) => event.type),
    ['DeliveryScheduled', 'DeliveryAttempted'],
  );
});

test('an attempt is not sent before the read models hold its source event', async () => {
  const { log, worker } = world();
  const waitedFor: (readonly [readonly string[], bigint])[] = [];
  let posts = 0;
  let isRead = false;
  const post = async () => {
    posts += 1;
    return answered(204);
  };
  const { attempt } = worker(post, undefined, {
    async waitFor(names, position) {
      waitedFor.push([names, position]);
      return isRead;
    },
  });
  assert.equal(await attempt(), { result: 'failed' });
  assert.is(posts, 0);
  isRead = true;
  assert.equal(await attempt(), { result: 'done', position: String(log.head()), exchangeMs: 5 });
  assert.is(posts, 1);
  const source = log.stream(stream)[0]?.event;
  if (source?.type !== 'DeliveryScheduled') throw new Error('it was not scheduled');
  const position = BigInt(source.data.source.position);
  assert.equal(waitedFor, [
    [['forms', 'submissions'], position],
    [['forms', 'submissions'], position],
  ]);
});

test.run();
