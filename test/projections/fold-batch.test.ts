import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { destinations } from '../../projections/destinations.ts';
import { foldBatch, planBatch, type Kept } from '../../projections/fold-batch.ts';
import { forms } from '../../projections/forms.ts';
import type { ProcessManager, Projection } from '../../projections/projection.ts';
import { recorded } from './documents-of.ts';
import { configured, formCreated, inDestination, minute, submitted, type Fact } from './samples.ts';

const test = suite('projections/fold-batch');

const itemsOf = (history: readonly Fact[]) =>
  recorded(history).map((event) => ({ event, position: event.position }));

const history = [formCreated('f1'), submitted('s1'), formCreated('f2'), submitted('s2'), submitted('s3')];

/** Folds in batches of `size`, each over what the ones before it left. */
function inBatches(projection: Projection, facts: readonly Fact[], size: number): Map<string, Kept> {
  const stored = new Map<string, Kept>();
  const items = itemsOf(facts);
  for (let at = 0; at < items.length; at += size) {
    const { changes } = foldBatch(projection, planBatch(projection, items.slice(at, at + size)), stored);
    for (const [key, kept] of changes) stored.set(key, kept);
  }
  return stored;
}

test('where batches begin and end makes no difference', () => {
  const whole = inBatches(forms, history, history.length);
  for (let size = 1; size < history.length; size++) assert.equal(inBatches(forms, history, size), whole);
});

test('what a document already holds is passed over, for each document by itself', () => {
  const items = itemsOf(history);
  const full = inBatches(forms, history, 1);
  const again = foldBatch(forms, planBatch(forms, items), full);
  assert.is(again.changes.size, 0);
  assert.is(again.reached, 50n);

  const behind = inBatches(forms, history.slice(0, 2), 1);
  const { changes } = foldBatch(forms, planBatch(forms, items), behind);
  assert.equal(changes, full);
});

test('a deleted document keeps its place, so that nothing older brings it back', () => {
  const removed = inDestination('d1', { type: 'DestinationRemoved', data: { at: minute(5) } });
  const facts = [configured('d1'), removed];
  const stored = inBatches(destinations, facts, 1);
  assert.equal(stored.get('d1'), { position: 20n, doc: null });
  const items = itemsOf(facts);
  assert.is(foldBatch(destinations, planBatch(destinations, items), stored).changes.size, 0);
});

const failing: Projection = {
  ...forms,
  on: {
    ...forms.on,
    FormClosed: () => {
      throw new Error('cannot be');
    },
  },
};

test('an event that cannot be taken is named, and what came before it counts', () => {
  const closed: Fact = { stream: 'form-f1', event: { type: 'FormClosed', data: { at: minute(9) } } };
  const facts = [formCreated('f1'), formCreated('f2'), closed, formCreated('f3')];
  const { changes, reached, poison } = foldBatch(failing, planBatch(failing, itemsOf(facts)), new Map());
  assert.equal([...changes.keys()], ['f1', 'f2']);
  assert.is(reached, 20n);
  assert.is(poison?.message, 'forms stops at FormClosed event-3 (form-f1, position 30): cannot be');
});

test('a key that cannot be worked out stops it likewise', () => {
  const keyless: Projection = {
    ...forms,
    key: ({ revision, event }) => {
      if (event.type === 'SubmissionCreated') throw new Error(`no key at ${revision}`);
      return 'one';
    },
  };
  const { steps, reached, poison } = planBatch(keyless, itemsOf(history));
  assert.is(steps.length, 1);
  assert.is(reached, 10n);
  assert.match(poison?.message ?? '', /SubmissionCreated event-2 .*no key at 0/);
});

test('a process manager reacts to each event with the document as it is right after it', () => {
  type Count = Readonly<{ forms: number }>;
  const manager: ProcessManager<Count, string> = {
    name: 'counter',
    version: 1,
    streamPrefixes: ['form-', 'submission-'],
    indexes: [],
    key: ({ metadata }) => metadata.accountId,
    on: { FormCreated: (doc) => ({ forms: (doc?.forms ?? 0) + 1 }) },
    react: (doc, { id, event }) =>
      event.type === 'SubmissionCreated' ? [`${id} sees ${doc?.forms ?? 0}`] : [],
  };
  const plan = planBatch(manager, itemsOf(history));
  const first = foldBatch(manager, plan, new Map());
  assert.equal(first.actions, ['event-2 sees 1', 'event-4 sees 2', 'event-5 sees 2']);
  assert.equal(first.changes, new Map([['acme', { position: 30n, doc: { forms: 2 } }]]));
  // Stored, but the checkpoint was not: what follows the document's last event is acted upon once more.
  const again = foldBatch(manager, plan, first.changes);
  assert.equal(again.actions, ['event-4 sees 2', 'event-5 sees 2']);
});

test.run();
