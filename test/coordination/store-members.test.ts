import { MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { storeMembers } from '../../coordination/store-members.ts';
import { openEraserWorld } from '../dispatcher/erasure/eraser-world.ts';
import { minute } from '../projections/samples.ts';
import { eventually } from '../support/eventually.ts';
import { openOplogs, type OplogMember } from '../support/faults/mongodb-oplogs.ts';

type World = Awaited<ReturnType<typeof openEraserWorld>>;
type Set = Awaited<ReturnType<typeof openOplogs>>;

const test = suite<{ set: Set; client: MongoClient; world: World }>('projections/members of MongoDB');

// The world's clock stands still at minute 10.
const [beforeErasure, afterErasure] = [new Date(minute(9)), new Date(minute(11))];

test.before.each(async (context) => {
  const set = await openOplogs();
  const client = await MongoClient.connect(set.url);
  const world = await openEraserWorld({ members: () => storeMembers(client, set.url, 'formlog') });
  for (const member of set.members) member.oplogFrom = afterErasure;
  Object.assign(context, { set, client, world });
});
test.after.each(async ({ set, client, world }) => {
  await world.stop();
  await client.close();
  await set.close();
});

/** Asks for an erasure, and takes it to its last stage. */
async function eraseInLog(world: World): Promise<void> {
  await world.erase();
  await eventually('the delivery is erased', () => world.has('ErasureTombstoned'));
  await world.catchUp('health@1');
  await eventually('the log is clean', () => world.has('ErasureScrubbed'));
}

/** Waits until the erasure waits for one member alone, and answers how. */
const waitFor = ({ name }: OplogMember, world: World) =>
  eventually(`the erasure waits for ${name}`, () => {
    const { code, members = [] } = world.waitsFor() ?? {};
    const [first, ...more] = members;
    return first?.member === name && more.length === 0 && { code, ...first };
  });

const third = ({ members: [, , member] }: Set): OplogMember => {
  if (!member) throw new Error('there is no third member');
  return member;
};

test('an erasure waits for the member whose oplog holds the answers, and is complete without it', async ({
  set,
  world,
}) => {
  const slow = third(set);
  slow.oplogFrom = beforeErasure;
  await eraseInLog(world);
  const waits = await waitFor(slow, world);
  assert.equal([waits.code, waits.state], ['oplog', 'waiting']);
  assert.match(waits.message, `reaches back to ${beforeErasure.toISOString()}`);
  assert.match(waits.message, /at the present pace about 2025-01-01T01:10:00/);
  assert.not.ok(world.has('ErasureCompleted'));
  slow.oplogFrom = afterErasure;
  await eventually('the erasure is complete', () => world.has('ErasureCompleted'));
  for (const { compacted } of set.members) assert.ok(compacted.length > 0, 'each member was compacted');
});

test('an erasure is complete if the oplog of each member starts later', async ({ set, world }) => {
  await eraseInLog(world);
  await eventually('the erasure is complete', () => world.has('ErasureCompleted'));
  for (const { compacted } of set.members) assert.ok(compacted.length > 0, 'each member was compacted');
});

test('an erasure waits for a member that the others cannot reach', async ({ set, world }) => {
  const away = third(set);
  away.isSeen = false;
  await eraseInLog(world);
  const waits = await waitFor(away, world);
  assert.equal([waits.code, waits.state], ['compaction', 'away']);
  assert.not.ok(world.has('ErasureCompleted'));
  away.isSeen = true;
  await eventually('the erasure is complete', () => world.has('ErasureCompleted'));
});

test('an erasure waits for a member that does not answer, although the others reach it', async ({
  set,
  world,
}) => {
  const silent = third(set);
  await silent.stop();
  await eraseInLog(world);
  const waits = await waitFor(silent, world);
  assert.equal([waits.code, waits.state], ['compaction', 'failed']);
  assert.match(waits.message, /cannot be cleaned.*will be retried at/);
  assert.not.ok(world.has('ErasureCompleted'));
});

test.run();
