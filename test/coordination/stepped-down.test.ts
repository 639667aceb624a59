// Embedded only: the replica set is played.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openReadStore } from '../../coordination/read-store.ts';
import { openReplicaSet } from '../support/faults/mongodb-replica-set.ts';

const test = suite('coordination/stepped-down');

test('a primary that refuses writes before it announces its step-down does not end a process', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-stepped-down-'));
  const set = await openReplicaSet({ dir });
  const store = await openReadStore({ url: set.url, database: 'stepped_down' });
  try {
    const written = store.named<{ _id: string }>('written');
    await written.insertOne({ _id: 'before' });
    // From here on the driver has a check under way that streams, if it streams at all.
    await set.stepDown({ isGraceful: true });
    await written.insertOne({ _id: 'between' });
    set.announceAfter(300);
    const election = set.stepDown({ forMs: 100, isGraceful: true });
    await written.insertOne({ _id: 'refused at first' });
    await election;
    assert.is(await written.countDocuments(), 3);
  } finally {
    await store.close();
    await set.close();
    rmSync(dir, { recursive: true });
  }
});

test.run();
