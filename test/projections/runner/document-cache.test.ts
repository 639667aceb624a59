import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RecordedEvent } from '../../../log/event-log.ts';
import { openDocumentCache } from '../../../projections/runner/document-cache.ts';
import type { Step } from '../../../projections/runner/plan-batch.ts';
import type { VersionedDocument } from '../../../projections/runner/versioned-document.ts';

const test = suite('projections/runner/document-cache');

/** Documents that record what they were asked for. */
function recordingDocuments(stored: Record<string, VersionedDocument> = {}) {
  const asked: string[][] = [];
  return {
    asked,
    async load(keys: readonly string[]): Promise<ReadonlyMap<string, VersionedDocument>> {
      if (keys.length > 0) asked.push([...keys]);
      return new Map(Object.entries(stored).filter(([key]) => keys.includes(key)));
    },
  };
}

const step = (key: string, stream: string, revision: number): Step => ({
  countedBy: null,
  key,
  event: {
    id: `${stream}@${revision}`,
    stream,
    revision,
    position: BigInt(revision),
    event: { type: 'AccountOpened', data: { accountId: 'a', name: 'A', plan: 'free', at: '' } },
    metadata: { accountId: 'a', actor: { kind: 'system', id: 'test' }, correlationId: 'c', causationId: 'c' },
    recordedAt: new Date(0),
  } satisfies RecordedEvent,
});

const kept = (position: bigint): VersionedDocument => ({ position, doc: { at: String(position) } });

test("the first event of a document's own stream needs no read", async () => {
  const documents = recordingDocuments();
  const held = openDocumentCache(documents, true);
  const loaded = await held.load([step('x', 'delivery-x', 0), step('x', 'delivery-x', 1)]);
  assert.equal(documents.asked, []);
  assert.ok(loaded.isGuess);
});

test('a document that begins with an event of another stream needs no read then, and is read for its own first event', async () => {
  const documents = recordingDocuments({ y: kept(1n) });
  const held = openDocumentCache(documents, true, true);
  const begun = { ...step('x', 'submission-s', 0), begun: {} };
  const loaded = await held.load([begun, step('x', 'delivery-x', 0)]);
  assert.equal([documents.asked, loaded.isGuess], [[], true]);
  const own = await held.load([step('y', 'delivery-y', 0)]);
  assert.equal([own.known.get('y'), own.isGuess], [kept(1n), false]);
  const careful = openDocumentCache(documents, false, true);
  assert.not((await careful.load([begun])).isGuess);
});

test('documents of a process manager, and the first event of another stream, are read', async () => {
  const documents = recordingDocuments({ x: kept(7n) });
  const careful = openDocumentCache(documents, false);
  assert.equal((await careful.load([step('x', 'delivery-x', 0)])).known.get('x'), kept(7n));
  const guessing = openDocumentCache(documents, true);
  const loaded = await guessing.load([step('form', 'submission-s', 0)]);
  assert.not(loaded.isGuess);
  assert.equal(documents.asked, [['x'], ['form']]);
});

test('a written document, and a missing one, are cached', async () => {
  const documents = recordingDocuments({ x: kept(1n) });
  const held = openDocumentCache(documents, true);
  const steps = [step('x', 'delivery-x', 2), step('none', 'delivery-none', 2)];
  await held.load(steps);
  held.update(steps, new Map([['x', kept(2n)]]));
  const { known, isGuess } = await held.load(steps);
  assert.equal(known, new Map([['x', kept(2n)]]));
  assert.not(isGuess);
  assert.is(documents.asked.length, 1);
});

test('documents with answers are not cached', async () => {
  const documents = recordingDocuments({ s: kept(1n) });
  const held = openDocumentCache(documents, true);
  const steps = [step('s', 'submission-s', 1)];
  await held.load(steps);
  held.update(steps, new Map([['s', kept(1n)]]));
  await held.load(steps);
  assert.equal(documents.asked, [['s'], ['s']]);
});

test('a reload reads every document, and evicts the cached ones', async () => {
  const stored: Record<string, VersionedDocument> = { x: kept(1n) };
  const documents = recordingDocuments(stored);
  const held = openDocumentCache(documents, true);
  const steps = [step('x', 'delivery-x', 1)];
  await held.load(steps);
  stored['x'] = kept(5n);
  assert.equal((await held.reload(steps)).get('x'), kept(5n));
  assert.equal((await held.load(steps)).known.get('x'), kept(5n));
});

test.run();
