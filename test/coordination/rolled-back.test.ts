// Embedded only: the replica set is played.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openReadStore } from '../../coordination/read-store.ts';
import { collectionsOf } from '../../projections/collections.ts';
import { openDocuments } from '../../projections/runner/documents.ts';
import { countedForms } from '../projections/read-models/counted-forms.ts';
import { eventually } from '../support/eventually.ts';
import { openReplicaSet } from '../support/faults/mongodb-replica-set.ts';

const test = suite('coordination/rolled-back');

const changeOf = (id: string, position: bigint) =>
  new Map([[id, { position, doc: { submission_count: 0 } }]]);

test('a document that only the primary has does not count as stored, since it may be rolled back', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-rolled-back-'));
  const set = await openReplicaSet({ dir });
  const store = await openReadStore({ url: set.url, database: 'rolled_back' });
  const documents = openDocuments(store, countedForms);
  try {
    await documents.write(new Map(), changeOf('f1', 1n));
    set.lag(Infinity);
    const writing = documents.write(new Map(), changeOf('f2', 2n));
    writing.catch(() => undefined);
    await eventually('the primary has it', () => collectionsOf(store)(countedForms).findOne({ _id: 'f2' }));
    assert.equal([...(await documents.load(['f1', 'f2'])).keys()], ['f1']);
    await set.stepDown();
    set.lag(0);
    await writing;
    assert.equal([...(await documents.load(['f1', 'f2'])).keys()].sort(), ['f1', 'f2']);
  } finally {
    await store.close();
    await set.close();
    rmSync(dir, { recursive: true });
  }
});

test.run();
