import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSecretBox } from '../../../commands/secret-box.ts';
import { eventually } from '../../support/eventually.ts';
import { startReceiver } from '../receiver.ts';
import { openWorld, secret } from '../world.ts';

const test = suite('parked destinations');

const hour = 3_600_000;
const concurrency = 3;

/** A world whose workers all lack the key of one destination, and have that of another. */
async function worldWithWrongKey(parkedDelaysMs: readonly number[] = [hour]) {
  const world = await openWorld({ parkedDelaysMs: [...parkedDelaysMs] });
  await world.stopPart('worker');
  const otherKey = randomBytes(32);
  const openedBy = openSecretBox(otherKey);
  const tries = { count: 0 };
  const stopWorker = world.startWorker({
    ...openedBy,
    open(sealed, destinationId) {
      if (!openedBy.isCurrent(sealed)) tries.count += 1;
      return openedBy.open(sealed, destinationId);
    },
  });
  const [blocked, free] = [await startReceiver(), await startReceiver()];
  const blockedId = await world.configure(blocked.url, { concurrency });
  const freeId = await world.configure(free.url);
  await world.command(freeId, {
    type: 'RotateDestinationSecret',
    secret: openedBy.seal(secret, freeId),
    previousUntil: null,
    at: new Date().toISOString(),
  });
  const linesOf = (message: string) => world.lines.filter((line) => line.includes(`"msg":"${message}"`));
  return {
    world,
    tries,
    blocked,
    free,
    blockedId,
    freeId,
    openedBy,
    linesOf,
    stopWorker,
    parked: () =>
      eventually('it is parked', async () => {
        const [first] = await world.parkedDestinations.list(10);
        return first ?? false;
      }),
    isResumed: () =>
      eventually('nothing is parked', async () => (await world.parkedDestinations.count()) === 0),
    async close() {
      await stopWorker();
      blocked.close();
      free.close();
      await world.close();
    },
  };
}

test('a destination whose secret cannot be opened is parked, and the others continue', async () => {
  const all = await worldWithWrongKey();
  const { world, tries, blocked, blockedId, freeId, linesOf } = all;
  for (let n = 0; n < 20; n++) await world.submit();
  await world.deliveries(freeId, 'succeeded', 20);
  const parked = await all.parked();
  assert.equal([parked.id, parked.retries, parked.retriedAt], [blockedId, 0, null]);
  assert.match(parked.reason, 'it was sealed with key');
  // What comes later finds it parked.
  for (let n = 0; n < 20; n++) await world.submit();
  await world.deliveries(freeId, 'succeeded', 40);
  const waiting = await world.deliveries(blockedId, 'pending', 40);
  assert.ok(waiting.every(({ attempt_count }) => attempt_count === 0));
  assert.ok(tries.count <= concurrency, `${tries.count} tries`);
  assert.is(linesOf('a destination was parked').length, 1);
  assert.is(linesOf('this worker lacks a master key; other workers sign in its place').length, 1);
  assert.is(linesOf('an attempt was not made').length, 0);
  assert.is(blocked.received.length, 0);
  const view = await world.queries.destinations.get(null, blockedId);
  assert.is(view?.enabled, true);
  await all.close();
});

test("an operator's retry fails without the key, and succeeds with it", async () => {
  const all = await worldWithWrongKey();
  const { world, tries, blocked, blockedId, linesOf } = all;
  for (let n = 0; n < 5; n++) await world.submit();
  const { since } = await all.parked();
  assert.is(await world.parkedDestinations.requestRetry(blockedId), 1);
  await eventually('it was tried', async () => (await all.parked()).retries === 1);
  // Those that were under way when it was parked, and the one that was asked for.
  assert.ok(tries.count <= concurrency + 1, `${tries.count} tries`);
  assert.is((await all.parked()).since, since);
  world.startPart('worker');
  assert.is(await world.parkedDestinations.requestRetry(null), 1);
  const delivered = await world.deliveries(blockedId, 'succeeded', 5);
  assert.ok(delivered.every(({ attempt_count }) => attempt_count === 1));
  await all.isResumed();
  assert.is(blocked.received.length, 5);
  assert.is(linesOf('a destination was parked').length, 1);
  assert.is(linesOf('a parked destination is active again').length, 1);
  await all.close();
});

test('a parked destination is retried on schedule, and resumes', async () => {
  const all = await worldWithWrongKey([20, 40]);
  const { world, blocked, blockedId, linesOf } = all;
  for (let n = 0; n < 5; n++) await world.submit();
  await eventually('it was tried three times', async () => (await all.parked()).retries >= 3);
  assert.is(linesOf('a destination was parked').length, 1);
  world.startPart('worker');
  await world.deliveries(blockedId, 'succeeded', 5);
  await all.isResumed();
  assert.is(blocked.received.length, 5);
  await all.close();
});

test('while any worker has the key, no destination is parked and no delivery is lost', async () => {
  const all = await worldWithWrongKey();
  const { world, blocked, blockedId, linesOf } = all;
  world.startPart('worker');
  // The first to be sent shows that the worker is there.
  await world.submit();
  for (let n = 0; n < 30; n++) await world.submit();
  const delivered = await world.deliveries(blockedId, 'succeeded', 31);
  assert.ok(delivered.every(({ attempt_count }) => attempt_count === 1));
  assert.is(blocked.received.length, 31);
  assert.is(await world.parkedDestinations.count(), 0);
  assert.is(linesOf('a destination was parked').length, 0);
  // Each of the two workers lacks the key of the other.
  assert.is(linesOf('this worker lacks a master key; other workers sign in its place').length, 2);
  await all.close();
});

test('another scheduler takes a parked destination over, and retries it once', async () => {
  const all = await worldWithWrongKey();
  const { world, tries, linesOf } = all;
  for (let n = 0; n < 5; n++) await world.submit();
  const { since } = await all.parked();
  await world.stopPart('scheduler');
  const before = tries.count;
  world.startPart('scheduler');
  await eventually('it was tried', async () => (await all.parked()).retries === 1);
  assert.equal([tries.count, (await all.parked()).since], [before + 1, since]);
  assert.is(linesOf('a destination was parked').length, 1);
  await all.close();
});

test('a new secret that can be opened releases the destination', async () => {
  const all = await worldWithWrongKey();
  const { world, blocked, blockedId, openedBy } = all;
  for (let n = 0; n < 5; n++) await world.submit();
  await all.parked();
  await world.command(blockedId, {
    type: 'RotateDestinationSecret',
    secret: openedBy.seal('a new secret', blockedId),
    previousUntil: null,
    at: new Date().toISOString(),
  });
  await world.deliveries(blockedId, 'succeeded', 5);
  await all.isResumed();
  assert.is(blocked.received.length, 5);
  await all.close();
});

test('a damaged ciphertext parks its destination, whichever worker is asked', async () => {
  const all = await worldWithWrongKey();
  const { world, freeId, blockedId, openedBy } = all;
  world.startPart('worker');
  const sealed = openedBy.seal(secret, freeId);
  await world.command(freeId, {
    type: 'RotateDestinationSecret',
    secret: { ...sealed, tag: Buffer.alloc(16).toString('base64') },
    previousUntil: null,
    at: new Date().toISOString(),
  });
  for (let n = 0; n < 5; n++) await world.submit();
  await world.deliveries(blockedId, 'succeeded', 5);
  const parked = await all.parked();
  assert.is(parked.id, freeId);
  assert.match(parked.reason, 'it is damaged');
  await all.close();
});

test.run();
