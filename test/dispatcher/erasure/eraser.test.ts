import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../support/eventually.ts';
import { openEraserWorld } from './eraser-world.ts';

const test = suite('eraser');

test('nothing is purged from the log before the disable policy has counted it', async () => {
  const world = await openEraserWorld();
  try {
    await world.erase();
    await world.catchUp('planner@1');
    await eventually('the delivery is erased', () => world.has('ErasureTombstoned'));
    await world.catchUp('planner@1');
    await eventually('it waits for health', () => world.said().at(-1) === 'health');
    const seen = world.asked();
    await eventually('it asks on and on', () => world.scavenged.length > 0 || world.asked() > seen + 5);
    assert.equal(world.scavenged, []);
    assert.ok(world.has('DeliveryScheduled'), 'what is erased is there still for those who follow the log');
    const behind = world.log.head();
    await world.catchUp('health@1');
    await eventually('the erasure is complete', () => world.has('ErasureCompleted'));
    assert.equal(world.scavenged, [behind]);
    for (const type of ['ErasureTombstoned', 'ErasureScrubbed'] as const) assert.ok(world.has(type), type);
    assert.not.ok(world.has('DeliveryScheduled'));
    const deletion = ['log', 'planner', 'read_models', 'log', 'read_models'];
    assert.equal(world.said(), [...deletion, 'scavenge', 'planner', 'health', 'read_models', 'compaction']);
  } finally {
    await world.stop();
  }
});

test('no scavenge starts before the events of other deletions are counted', async () => {
  const world = await openEraserWorld();
  try {
    world.setMemberAway(true);
    await world.erase('s1');
    await world.catchUp('planner@1');
    await eventually('the first waits for the log', () => world.has('ErasureTombstoned'));
    await world.erase('s2');
    await eventually('the second is being deleted', () => world.isErased('submission-s2'));
    world.setMemberAway(false);
    await world.catchUp('health@1');
    const seen = world.asked();
    await eventually('both wait', () => world.scavenged.length > 0 || world.asked() > seen + 50);
    assert.equal(world.scavenged, [], 'the planner has yet to read the second');
    await eventually('a scavenge starts once both are counted', async () => {
      for (const manager of ['planner@1', 'health@1']) await world.catchUp(manager);
      return world.scavenged.length > 0;
    });
  } finally {
    await world.stop();
  }
});

test.run();
