import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSecretBox } from '../../../commands/secret-box.ts';
import type { AttemptRequest } from '../../../dispatcher/bus/bus.ts';
import { type AttemptDeps, makeAttempt } from '../../../dispatcher/worker/attempt.ts';
import { OutcomeRecorder } from '../../../dispatcher/worker/outcome-recorder.ts';
import { openSourceEventCache } from '../../../dispatcher/worker/source-event-cache.ts';
import type { Exchange, WebhookRequest } from '../../../dispatcher/worker/webhook-client.ts';
import { delivery } from '../../../domain/delivery/decider.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import type { NewEvent } from '../../../log/event-log.ts';
import { LogUnavailable, StreamErased } from '../../../log/log-errors.ts';
import { logOf, openMemoryLog } from '../../simulation/memory/memory-log.ts';
import { advanceClock } from '../../support/clock.ts';
import { copiedForm, nameQuestion, noForms } from '../../support/forms.ts';
import { at, configured, type History, submitted } from '../events.ts';
import { allRead } from './all-read.ts';
import { deliveriesIn, firstAttempt } from './planned.ts';

const test = suite('attempt');

const asked = firstAttempt('first of submission-s1', 'submission-s1', 'x');
const stream = `delivery-${asked.deliveryId}`;
const schedule = { delaysMs: [1_000, 1_000], jitter: 0, retryAfterCapMs: 3_600_000 };
const answered = (status: number, retryAfterMs: number | null = null): Exchange => ({
  outcome: { kind: 'response', status, excerpt: '' },
  durationMs: 5,
  retryAfterMs,
});

const phone = { ...nameQuestion, fieldId: 'q2', key: 'phone', label: 'Phone' };
const context = {
  accountId: 'a1',
  actor: { kind: 'system', id: 'test' },
  correlationId: 'c',
  causationId: 'c',
} as const;

interface WorkerOptions {
  /** Decides what becomes of a call to the log. */
  readonly call?: <T>(effect: () => T) => Promise<T>;
  readonly progress?: AttemptDeps['progress'];
  /** The age of every event, in milliseconds, as far as the worker knows. */
  readonly ageOfEvent?: number;
}

/** A log with a delivery that is due, by the destination as of its event, and workers that share only that log. */
function world(settings: Parameters<typeof configured>[1] = {}) {
  const now = () => new Date(at);
  const log = openMemoryLog(now);
  const secrets = openSecretBox(randomBytes(32));
  const [to, made] = configured('x', settings);
  const [from, created] = submitted('s1');
  if (made.type !== 'DestinationConfigured' || created.type !== 'SubmissionCreated') throw new Error('other');
  const form = copiedForm({ questions: [nameQuestion, phone] });
  const history: History = [
    [to, { ...made, data: { ...made.data, secret: secrets.seal('a secret', 'x') } }],
    [from, { ...created, data: { ...created.data, form, answers: ['Ada', '1'] } }],
  ];
  for (const [name, event] of history)
    log.append(name, -1, [{ id: `first of ${name}`, event, metadata: context }]);

  function worker(
    post: (request: WebhookRequest) => Promise<Exchange>,
    { call = async (effect) => effect(), progress = allRead, ageOfEvent = Infinity }: WorkerOptions = {},
  ) {
    const own = logOf(log, call);
    const reads: string[] = [];
    const readStream: typeof own.readStream = (name, fromRevision) => {
      reads.push(name);
      return own.readStream(name, fromRevision);
    };
    const aggregates = { ...openAggregates({ ...own, readStream }), ageOfEvent: () => ageOfEvent };
    const recorder = new OutcomeRecorder(async () => undefined, new AbortController().signal);
    const deliveries = deliveriesIn(own, aggregates);
    const shared = { aggregates, deliveries, secrets, now, recorder, progress };
    const deps = { ...shared, client: { post }, schedule, product: 'Service' };
    return {
      aggregates,
      /** The streams that were read, in order. */
      reads,
      attempt: (request: Partial<AttemptRequest> = {}) =>
        makeAttempt(deps, openSourceEventCache(own, noForms), { ...asked, ...request }),
    };
  }
  return {
    log,
    worker,
    /** Appends an event of the destination. */
    change(event: NewEvent['event']): void {
      const revision = log.stream(to).length - 1;
      log.append(to, revision, [{ id: `change ${revision}`, event, metadata: context }]);
    },
    types: () => log.stream(stream).map(({ event }) => event.type),
  };
}

const pairs: Readonly<Record<string, readonly [Exchange, Exchange]>> = {
  'two dates for the next one': [answered(503), answered(503, 600_000)],
  'a success and a refusal': [answered(200), answered(400)],
};

for (const [what, [one, other]] of Object.entries(pairs))
  test(`an attempt made by two workers at once with ${what} is recorded once, and both report its outcome`, async () => {
    const { log, worker, types } = world();
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
    assert.is(types().filter((type) => type === 'DeliveryAttempted').length, 1);
    const { state } = await openAggregates(logOf(log, async (effect) => effect())).load(delivery, stream);
    for (const { aggregates } of workers)
      assert.equal((await aggregates.load(delivery, stream, Infinity)).state, state);
  });

test('an attempt does not use data read before its process was suspended', async () => {
  const { worker, types } = world();
  const posted: string[] = [];
  const post = async () => {
    posted.push('a request');
    return answered(204);
  };
  let restoreClock = (): void => undefined;
  const { attempt } = worker(post, {
    progress: {
      async waitFor() {
        restoreClock = advanceClock(5_001);
        return true;
      },
    },
  });
  assert.equal(await attempt(), { result: 'failed' });
  restoreClock();
  assert.equal(posted, []);
  assert.equal(types(), []);
});

test('a repeated append is recognised when the response to the first was lost', async () => {
  const { log, worker, types } = world();
  let appends = 0;
  let posts = 0;
  const { attempt } = worker(
    async () => {
      posts += 1;
      return answered(204);
    },
    {
      async call(effect) {
        const before = log.head();
        const done = effect();
        if (log.head() > before && ++appends === 1) throw new LogUnavailable('no answer');
        return done;
      },
    },
  );
  assert.equal(await attempt(), { result: 'done', position: String(log.head()), exchangeMs: 5 });
  assert.equal([posts, appends], [1, 1]);
  assert.equal(types(), ['DeliveryAttempted']);
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
  const { attempt } = worker(post, {
    progress: {
      async waitFor(names, position) {
        waitedFor.push([names, position]);
        return isRead;
      },
    },
  });
  assert.equal(await attempt(), { result: 'failed' });
  assert.is(posts, 0);
  isRead = true;
  assert.equal(await attempt(), { result: 'done', position: String(log.head()), exchangeMs: 5 });
  assert.is(posts, 1);
  const position = log.stream('submission-s1')[0]?.position;
  assert.equal(waitedFor, [
    [['forms', 'submissions'], position],
    [['forms', 'submissions'], position],
  ]);
});

test('of two workers that have the first attempt, the one that is late records nothing', async () => {
  const { log, worker, types } = world();
  let posts = 0;
  const post = async () => {
    posts += 1;
    return answered(204);
  };
  const early = worker(post, { ageOfEvent: 0 });
  const late = worker(post, { ageOfEvent: 0 });
  assert.is((await early.attempt({ isNew: true })).result, 'done');
  const recorded = log.stream(stream);
  // The feed has shown it neither the attempt nor the age of its event: at worst, the receiver gets a request twice.
  assert.equal(await late.attempt({ isNew: true }), { result: 'stale' });
  assert.equal(log.stream(stream), recorded);
  assert.equal(await late.attempt({ again: true }), { result: 'stale' });
  assert.equal(types(), ['DeliveryAttempted']);
  assert.is(posts, 2);
});

test('the stream of a new delivery is not read before its first attempt; that of another delivery is', async () => {
  const post = async () => answered(204);
  for (const [ageOfEvent, isNew, again, isRead] of [
    [0, true, false, false],
    [0, false, false, true],
    [0, true, true, true],
    [5_000, true, false, true],
  ] as const) {
    const { attempt, reads } = world().worker(post, { ageOfEvent });
    assert.is((await attempt({ isNew, again })).result, 'done');
    assert.is(reads.includes(stream), isRead, `${ageOfEvent} ms, new: ${isNew}, again: ${again}`);
  }
});

test('the first event of a delivery holds its plan by the destination as of the event, whatever has changed since', async () => {
  const { log, worker, change } = world({ includedQuestions: ['Name'] });
  change({ type: 'DestinationChanged', data: { settings: { includedQuestions: [], label: 'new' }, at } });
  const bodies: string[] = [];
  const { attempt } = worker(async ({ body }) => {
    bodies.push(body.toString());
    return answered(503);
  });
  assert.is((await attempt()).result, 'done');
  const [first] = log.stream(stream);
  assert.is(first?.event.type, 'DeliveryAttempted');
  const planned = first && 'planned' in first.event.data ? first.event.data.planned : undefined;
  assert.equal(planned, {
    deliveryId: asked.deliveryId,
    accountId: 'a1',
    destinationId: 'x',
    kind: 'submission.created',
    stream: 'submission-s1',
    revision: 0,
    position: '2',
    eventId: 'first of submission-s1',
    formId: 'f1',
    includedQuestions: ['Name'],
    publicUrl: 'https://forms.test',
    bodyVersion: 3,
    at,
  });
  assert.is(first?.metadata.causationId, 'first of submission-s1');
  assert.match(bodies[0] ?? '', '"answers":{"Name":"Ada"}');
});

test('a delivery that was planned while its destination was disabled is not sent, although it is enabled since', async () => {
  const { worker, change, types } = world({ enabled: false });
  change({ type: 'DestinationEnabled', data: { at } });
  const { attempt } = worker(() => Promise.reject(new Error('it was sent')));
  assert.equal(await attempt(), { result: 'stale' });
  assert.equal(types(), []);
});

test('nothing is sent of an event that its destination did not subscribe to, although it does since', async () => {
  const { worker, change, types } = world({ events: ['form.published'] });
  change({ type: 'DestinationChanged', data: { settings: { events: ['submission.created'] }, at } });
  const { attempt } = worker(() => Promise.reject(new Error('it was sent')));
  assert.equal(await attempt(), { result: 'stale' });
  assert.equal(await attempt({ isNew: true }), { result: 'stale' });
  assert.equal(types(), []);
});

test('nothing is sent of an event that is erased, and the delivery begins no stream', async () => {
  const { log, worker, types } = world();
  const { attempt } = worker(() => Promise.reject(new Error('it was sent')));
  log.erase('submission-s1');
  assert.equal(await attempt(), { result: 'stale' });
  assert.equal(types(), []);
});

test('a request whose delivery and origin do not belong together is stale', async () => {
  const { worker, types } = world();
  const { attempt } = worker(() => Promise.reject(new Error('it was sent')));
  const origin = { destinationId: 'x', stream: 'submission-s2', revision: 0 };
  assert.equal(await attempt({ origin }), { result: 'stale' });
  assert.equal(await attempt({ deliveryId: 'another' }), { result: 'stale' });
  assert.equal(types(), []);
});

for (const [what, event, type] of [
  [
    'disabled',
    { type: 'DestinationDisabled', data: { reason: { kind: 'operator' }, at } },
    'DeliverySkipped',
  ],
  ['removed', { type: 'DestinationRemoved', data: { at } }, 'DeliveryCancelled'],
] as const)
  test(`a planned delivery whose destination was ${what} since is not sent, and its first event says so`, async () => {
    const { log, worker, change, types } = world();
    change(event);
    const { attempt } = worker(() => Promise.reject(new Error('it was sent')));
    assert.equal(await attempt(), { result: 'done', position: String(log.head()) });
    assert.equal(types(), [type]);
    const [first] = log.stream(stream);
    assert.ok(first && 'planned' in first.event.data && first.event.data.planned.destinationId === 'x');
  });

test('an attempt under way is not recorded once its delivery, which has no events, is erased', async () => {
  const { log, worker } = world();
  const { attempt } = worker(async () => {
    log.erase(stream);
    return answered(204);
  });
  const error = await attempt().catch((thrown: unknown) => thrown);
  assert.instance(error, StreamErased);
  const again = await attempt().catch((thrown: unknown) => thrown);
  assert.instance(again, StreamErased);
});

test.run();
