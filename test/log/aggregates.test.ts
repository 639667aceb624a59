import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { account, type AccountCommand } from '../../domain/account/decider.ts';
import { openAggregates } from '../../log/aggregates.ts';
import { advanceClock } from '../support/clock.ts';
import { temporaryLog } from '../support/eventstore/temporary-log.ts';
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
