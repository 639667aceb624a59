import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AccountCommand } from '../../domain/account/commands.ts';
import { account } from '../../domain/account/decider.ts';
import { openAggregates } from '../../log/aggregates.ts';
import type { EventLog } from '../../log/event-log.ts';
import { LogUnavailable } from '../../log/log-errors.ts';
import { advanceClock } from '../support/clock.ts';
import { temporaryLog } from '../support/eventstore/temporary-log.ts';
import { eventually } from '../support/eventually.ts';
import { metadata as context } from './metadata.ts';

const at = '2026-01-02T03:04:05.678Z';

const open = (plan = 'free'): AccountCommand => ({
  type: 'OpenAccount',
  accountId: 'a',
  name: 'A',
  plan,
  at,
});
const grant = (formId: string, limit: number | null = 3): AccountCommand => ({
  type: 'GrantPublication',
  formId,
  limit,
  at,
});
const newStream = () => `account-${randomUUID()}`;

const test = suite<Awaited<ReturnType<typeof temporaryLog>>>('aggregates');

test.before(async (suiteContext) => {
  Object.assign(suiteContext, await temporaryLog());
});
test.after(({ close }) => close());

test('commands that run together append all of their events or none', async ({ log }) => {
  const aggregates = openAggregates(log);
  const stream = newStream();
  const refused = await aggregates.execute(account, stream, [open(), grant('f', 0)], context);
  assert.is(!refused.ok && refused.error.code, 'plan_limit_reached');
  assert.is((await aggregates.load(account, stream)).revision, -1);
  const done = await aggregates.execute(account, stream, [open(), grant('f')], context);
  assert.is(done.ok && done.value.revision, 1);
});

test('fifty concurrent commands against a limit of three leave exactly three, in one process and in two', async ({
  log,
}) => {
  for (const processes of [[openAggregates(log)], [openAggregates(log), openAggregates(log)]]) {
    const stream = newStream();
    const [first, ...others] = processes;
    if (!first) throw new Error('no process');
    await first.execute(account, stream, [open()], context);
    const all = [first, ...others];
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const process = all[i % all.length] ?? first;
        return process.execute(account, stream, [grant(`f${i}`)], context);
      }),
    );
    assert.is(results.filter(({ ok }) => ok).length, 3);
    const { state } = await openAggregates(log).load(account, stream);
    assert.is(state.exists && state.published.size, 3);
  }
});

test('callers that find a cached state too old share one read; a caller that needs the newest state reads it', async ({
  log,
}) => {
  let reads = 0;
  const readStream: typeof log.readStream = (...args) => {
    reads += 1;
    return log.readStream(...args);
  };
  const aggregates = openAggregates({ ...log, readStream });
  const stream = newStream();
  await aggregates.execute(account, stream, [open()], context);
  const restoreClock = advanceClock(60_000);
  const readsOf = async (maxAgeMs: number) => {
    reads = 0;
    await Promise.all(Array.from({ length: 10 }, () => aggregates.load(account, stream, maxAgeMs)));
    return reads;
  };
  assert.is(await readsOf(60_000), 1);
  assert.is(await readsOf(0), 10);
  assert.is(await readsOf(Infinity), 0);
  restoreClock();
});

/** A log whose reads of streams end when the test lets them. */
function openHeldReads(log: EventLog) {
  const world = { reads: 0, release: (): void => undefined };
  const released = new Promise<void>((resolve) => (world.release = resolve));
  async function* readStream(...args: Parameters<EventLog['readStream']>) {
    const events = [];
    for await (const event of log.readStream(...args)) events.push(event);
    world.reads += 1;
    await released;
    yield* events;
  }
  return Object.assign(world, { aggregates: openAggregates({ append: log.append, readStream }) });
}

test('a caller joins the read of a stream that is not cached yet, and a command decides on it', async ({
  log,
}) => {
  const stream = newStream();
  await openAggregates(log).execute(account, stream, [open()], context);
  const held = openHeldReads(log);
  held.aggregates.readAhead(account, stream);
  held.aggregates.readAhead(account, stream);
  const loaded = held.aggregates.load(account, stream, 60_000);
  const granted = held.aggregates.execute(account, stream, [grant('f')], context);
  held.release();
  assert.is((await loaded).revision, 0);
  assert.ok((await granted).ok);
  assert.is(held.reads, 1);
  held.aggregates.readAhead(account, stream);
  assert.is(held.reads, 1, 'it is cached');
});

test('a stream that did not exist when its read began is read again for those who joined the read', async ({
  log,
}) => {
  const stream = newStream();
  const held = openHeldReads(log);
  held.aggregates.readAhead(account, stream);
  await eventually('the read has its events', () => held.reads === 1);
  await openAggregates(log).execute(account, stream, [open()], context);
  const loaded = held.aggregates.load(account, stream, 60_000);
  held.release();
  assert.is((await loaded).revision, 0);
});

test('a state that its caller cannot use is read again, also if the caller joined the read', async ({
  log,
}) => {
  const stream = newStream();
  await openAggregates(log).execute(account, stream, [open('free')], context);
  const held = openHeldReads(log);
  held.aggregates.readAhead(account, stream);
  await eventually('the read has its events', () => held.reads === 1);
  await openAggregates(log).execute(account, stream, [{ type: 'ChangePlan', plan: 'pro', at }], context);
  const loaded = held.aggregates.load(
    account,
    stream,
    60_000,
    (state) => state.exists && state.plan === 'pro',
  );
  held.release();
  assert.is((await loaded).revision, 1);
});

test('no caller joins a read that began before an append of its process', async ({ log }) => {
  const stream = newStream();
  await openAggregates(log).execute(account, stream, [open('free')], context);
  const world = { reads: 0, isHeld: false, release: (): void => undefined };
  const released = new Promise<void>((resolve) => (world.release = resolve));
  async function* readStream(...args: Parameters<EventLog['readStream']>) {
    const events = [];
    for await (const event of log.readStream(...args)) events.push(event);
    world.reads += 1;
    if (world.isHeld) await released;
    yield* events;
  }
  const append: EventLog['append'] = async (...args) => {
    world.isHeld = true;
    void aggregates.load(account, stream, Number.MIN_VALUE);
    await eventually('the read has its events', () => world.reads === 2);
    world.isHeld = false;
    return log.append(...args);
  };
  const aggregates = openAggregates({ append, readStream });
  await aggregates.load(account, stream);
  const change = { type: 'ChangePlan', plan: 'pro', at } as const;
  // Under a key, so that nothing stays cached after the append.
  await aggregates.execute(account, stream, [change], { ...context, idempotencyKey: 'k' });
  const loaded = aggregates.load(account, stream, 60_000);
  world.release();
  const { state } = await loaded;
  assert.is(state.exists && state.plan, 'pro');
});

test('a refusal is not based on a read that began before its command', async ({ log }) => {
  const stream = newStream();
  const others = openAggregates(log);
  await others.execute(account, stream, [open(), grant('a', 1)], context);
  const held = openHeldReads(log);
  held.aggregates.readAhead(account, stream);
  await eventually('the read has its events', () => held.reads === 1);
  await others.execute(account, stream, [{ type: 'ReleasePublication', formId: 'a', at }], context);
  const granted = held.aggregates.execute(account, stream, [grant('b', 1)], context);
  held.release();
  assert.ok((await granted).ok);
});

test('a failure of a read ahead is left to those who need the state', async ({ log }) => {
  const failing = async function* () {
    yield* [];
    throw new LogUnavailable(new Error('away'));
  };
  const aggregates = openAggregates({ append: log.append, readStream: failing });
  aggregates.readAhead(account, newStream());
  await nextTurn();
});

test('a frequently loaded state is refreshed before it is too old, and no caller waits', async ({ log }) => {
  let reads = 0;
  // A log that takes its time: what it is asked does not come.
  async function* readStream() {
    reads += 1;
    await new Promise(() => undefined);
    yield* [];
  }
  const aggregates = openAggregates({ ...log, readStream });
  const stream = newStream();
  await aggregates.execute(account, stream, [open()], context, { isNew: true });
  const loaded = async (maxAgeMs: number) => (await aggregates.loadAhead(account, stream, maxAgeMs)).revision;
  assert.is(await loaded(60_000), 0);
  assert.is(reads, 0, 'it is new');
  const restoreClock = advanceClock(40_000);
  assert.equal(await Promise.all([loaded(60_000), loaded(60_000)]), [0, 0]);
  assert.is(reads, 1);
  restoreClock();
});

test('a refusal is never based on a state that another process has since changed', async ({ log }) => {
  const [mine, theirs] = [openAggregates(log), openAggregates(log)];
  const stream = newStream();
  await mine.execute(account, stream, [open(), grant('a', 1)], context);
  await theirs.execute(account, stream, [{ type: 'ReleasePublication', formId: 'a', at }], context);
  const granted = await mine.execute(account, stream, [grant('b', 1)], context);
  assert.ok(granted.ok);
});

test('a loaded state is cached for as long as the caller permits', async ({ log }) => {
  const [mine, theirs] = [openAggregates(log), openAggregates(log)];
  const stream = newStream();
  await mine.execute(account, stream, [open('free')], context);
  await theirs.execute(account, stream, [{ type: 'ChangePlan', plan: 'pro', at }], context);
  const remembered = await mine.load(account, stream, 60_000);
  assert.is(remembered.state.exists && remembered.state.plan, 'free');
  const read = await mine.load(account, stream);
  assert.is(read.state.exists && read.state.plan, 'pro');
});

test('a stream expected at another revision is refused with its revision', async ({ log }) => {
  const aggregates = openAggregates(log);
  const stream = newStream();
  await aggregates.execute(account, stream, [open()], context);
  const refused = await aggregates.executeAt(account, stream, 4, [grant('a')], context);
  assert.equal(!refused.ok && refused.error, { code: 'revision_mismatch', revision: 0 });
});

test('an existing stream that was assumed to be new is read, and the decision repeated', async ({ log }) => {
  const stream = newStream();
  await openAggregates(log).execute(account, stream, [open()], context);
  const again = await openAggregates(log).execute(account, stream, [open()], context, { isNew: true });
  assert.is(!again.ok && again.error.code, 'already_exists');
});

test('the same idempotency key gives the same event ids', async ({ log }) => {
  const stream = newStream();
  const ids = async () => {
    const found: string[] = [];
    for await (const { id } of log.readStream(stream)) found.push(id);
    return found;
  };
  const keyed = { ...context, idempotencyKey: 'k' };
  await openAggregates(log).execute(account, stream, [open()], keyed);
  const [first] = await ids();
  const other = newStream();
  await openAggregates(log).execute(account, other, [open()], keyed);
  for await (const { id } of log.readStream(other)) assert.is.not(id, first, 'ids differ between streams');
  await openAggregates(log).execute(account, stream, [open()], keyed, { isNew: true });
  assert.equal(await ids(), [first]);
});

test('commands in the background and those that follow from them can be awaited', async ({ log }) => {
  const aggregates = openAggregates(log);
  const stream = newStream();
  let isOver = false;
  void aggregates
    .execute(account, stream, [open()], context)
    .then(() => aggregates.execute(account, stream, [grant('f')], context))
    .then(() => (isOver = true));
  await aggregates.settled();
  assert.ok(isOver);
});

test.run();
