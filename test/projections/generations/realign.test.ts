import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readCheckpoints } from '../../../coordination/leases/checkpoints.ts';
import { openLeases } from '../../../coordination/leases/leases.ts';
import { openLogMembers } from '../../../coordination/log-members.ts';
import { openParkedDestinations } from '../../../coordination/parked-destinations.ts';
import { openControl } from '../../../projections/generations/control/control.ts';
import { modelId } from '../../../projections/projection.ts';
import { moveTo } from '../../support/move-to.ts';
import { startStores, writerTo } from '../running.ts';
import { formCreated } from '../samples.ts';

const test = suite('projections/generations/control-realign');
const manager = { name: 'a-manager', version: 1, streamPrefixes: ['form-'] };
const id = modelId(manager);

let stores: Awaited<ReturnType<typeof startStores>>;
test.before(async () => {
  stores = await startStores();
});
test.after(() => stores.close());

test('a realignment removes the stored data about the former log and its servers', async () => {
  const { log, store } = stores;
  const position = await writerTo(log)(formCreated('f1'));
  const event = await log.eventAt(position);
  const lease = await openLeases(store).acquire(id);
  await moveTo(lease, position, event && { ...event, id: 'of-the-former-log' });
  await lease?.release();
  const at = new Date('2026-03-01T12:00:00Z');
  const members = openLogMembers(store);
  await members.recordSeen(['former:2113'], at);
  await members.recordStarted({ id: 's1', member: 'former:2113', point: 3, at });
  const parked = openParkedDestinations(store);
  const times = { since: at.toISOString(), retriedAt: null, nextRetryAt: at.toISOString() };
  await parked.save({ id: 'd1', keyId: 'k', reason: 'r', retries: 0, ...times }, false);

  const control = openControl({ store, log, models: [], managers: [manager] });
  const found = await control.realign();

  assert.equal(
    found.map(({ follower }) => follower),
    ['a-manager'],
  );
  assert.equal((await readCheckpoints(store, [id])).get(id), { position: null, event: null });
  assert.is((await members.members()).size, 0);
  assert.equal(await members.startedScavenges(), []);
  assert.is(await parked.count(), 0);
  assert.equal(await control.realign(), [], 'a second one has nothing to do');
});

test.run();
