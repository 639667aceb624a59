import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogItem } from '../../../log/event-log.ts';
import type { ParkedKey, ParkedKeys } from '../../../projections/parking/parking.ts';
import type { ProcessManager, Projection } from '../../../projections/projection.ts';
import { destinations } from '../../../projections/read-models/destinations/projection.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { isCount } from '../../../projections/runner/documents.ts';
import { foldBatch } from '../../../projections/runner/fold-batch.ts';
import { planBatch } from '../../../projections/runner/plan-batch.ts';
import type { VersionedDocument } from '../../../projections/runner/versioned-document.ts';
import { recorded } from '../documents-of.ts';
import { countedForms as forms } from '../read-models/counted-forms.ts';
import { configured, type Fact, formCreated, inDestination, minute, submitted } from '../samples.ts';

const test = suite('projections/runner/fold-batch');

const itemsOf = (history: readonly Fact[]) =>
  recorded(history).map((event) => ({ event, position: event.position }));

const history = [formCreated('f1'), submitted('s1'), formCreated('f2'), submitted('s2'), submitted('s3')];

/** Folds in batches of `size`, each over what the ones before it left. */
function inBatches(
  projection: Projection,
  facts: readonly Fact[],
  size: number,
): Map<string, VersionedDocument> {
  const stored = new Map<string, VersionedDocument>();
  const items = itemsOf(facts);
  for (let at = 0; at < items.length; at += size) {
    const { changes } = foldBatch(projection, planBatch(projection, items.slice(at, at + size)), stored);
    for (const [key, kept] of changes) stored.set(key, kept);
  }
  return stored;
}

test('the bounds of batches do not change the result', () => {
  const whole = inBatches(forms, history, history.length);
  for (let size = 1; size < history.length; size++) assert.equal(inBatches(forms, history, size), whole);
});

test('an event that a document already holds is skipped, for each document separately', () => {
  const items = itemsOf(history);
  const full = inBatches(forms, history, 1);
  const plan = planBatch(forms, items);
  assert.is(foldBatch(forms, plan, full).changes.size, 0);
  assert.is(plan.reached, 50n);

  const behind = inBatches(forms, history.slice(0, 2), 1);
  const { changes } = foldBatch(forms, planBatch(forms, items), behind);
  assert.equal(changes, full);
});

test('a deleted document leaves a tombstone, so that no older event restores it', () => {
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

type Count = Readonly<{ forms: number }>;
const counter: ProcessManager<Count, string> = {
  name: 'counter',
  version: 1,
  streamPrefixes: ['form-', 'submission-'],
  indexes: [],
  key: ({ metadata }) => metadata.accountId,
  on: { FormCreated: (doc) => ({ forms: (doc?.forms ?? 0) + 1 }) },
  react: (doc, { id, event }) =>
    event.type === 'SubmissionCreated' ? [`${id} sees ${doc?.forms ?? 0}`] : [],
};

/** What is parked, in short. */
const inShort = (parked: ParkedKeys) =>
  [...parked].map(([name, { event, cause, reason, after, from, through, events }]) =>
    [name, event.id, cause, reason, after, from, through, events].join(' | '),
  );

const closed = (id: string): Fact => ({
  stream: `form-${id}`,
  event: { type: 'FormClosed', data: { at: minute(9) } },
});

test('an event whose handler fails parks its document with its later events only', () => {
  const facts = [formCreated('f1'), closed('f1'), formCreated('f2'), submitted('s1'), formCreated('f3')];
  const plan = planBatch(failing, itemsOf(facts));
  const { changes, parked } = foldBatch(failing, plan, new Map());
  assert.equal([...changes.keys()], ['f1', 'f2', 'f3']);
  assert.equal([changes.get('f1')?.position, plan.reached], [10n, 50n]);
  assert.equal(inShort(parked), ['document f1 | event-2 | handler | cannot be | 10 | 20 | 40 | 2']);
});

test('the bounds of batches do not change what is parked', () => {
  const facts = [formCreated('f1'), closed('f1'), ...history.slice(1), submitted('s4'), closed('f2')];
  const outcomeOf = (size: number) => {
    const stored = new Map<string, VersionedDocument>();
    const held = new Map<string, ParkedKey>();
    const items = itemsOf(facts);
    for (let at = 0; at < items.length; at += size) {
      const planning = { parked: held, after: items[at - 1]?.position ?? null };
      const plan = planBatch(failing, items.slice(at, at + size), planning);
      const { changes, parked } = foldBatch(failing, plan, stored);
      for (const [key, kept] of changes) stored.set(key, kept);
      for (const [name, key] of parked) held.set(name, key);
    }
    return { stored, held: inShort(held) };
  };
  const whole = outcomeOf(facts.length);
  assert.is(whole.held.length, 2);
  for (let size = 1; size < facts.length; size++) assert.equal(outcomeOf(size), whole);
});

test('events of a parked key before the faulty one are folded as usual', () => {
  const items = itemsOf([formCreated('f1'), submitted('s1'), closed('f1'), submitted('s2')]);
  const { parked } = foldBatch(failing, planBatch(failing, items), new Map());
  const again = foldBatch(failing, planBatch(failing, items, { parked }), new Map());
  assert.is(again.changes.get('f1')?.position, 20n);
  assert.is(again.parked.size, 0, 'what is parked already is counted once');
});

const unread = (
  type: string,
  fault: string | null,
  stream: string,
  position: bigint,
  accountId: string | null = 'acme',
): LogItem => ({
  position,
  event: null,
  undecoded: { id: `unread-${position}`, type, stream, revision: 9, accountId, fault },
});

test('an event that cannot be decoded parks the document that its stream names, else its account', () => {
  const items = [
    ...itemsOf([formCreated('f1'), formCreated('f2')]),
    unread('FormArchived', 'version 9 is newer than 1', 'form-f1', 30n),
    unread('SubmissionCreated', 'damaged', 'submission-s9', 40n),
    ...itemsOf([...Array.from({ length: 4 }, (_, n) => formCreated(`x${n}`)), formCreated('f3')]).slice(-1),
  ];
  const { changes, parked } = foldBatch(forms, planBatch(forms, items), new Map());
  assert.equal([...changes.keys()], ['f1', 'f2']);
  assert.equal(inShort(parked), [
    'document f1 | unread-30 | unreadable | version 9 is newer than 1 | 20 | 30 | 30 | 1',
    'account acme | unread-40 | unreadable | damaged | 30 | 40 | 50 | 2',
  ]);
});

test('without an account an event that cannot be decoded parks its stream', () => {
  const anonymous = unread('SubmissionCreated', 'damaged', 'submission-s9', 40n, null);
  assert.equal([...planBatch(forms, [anonymous]).openParking().changes.keys()], ['stream submission-s9']);
});

test('a read model skips unknown types, a process manager parks the account at one', () => {
  const items = [
    unread('FormTranslated', null, 'form-f1', 5n),
    unread('KeyDamaged', 'damaged', 'form-f1', 6n),
    ...itemsOf([formCreated('f1'), submitted('s1')]),
  ];
  assert.is(foldBatch(forms, planBatch(forms, items), new Map()).parked.size, 0);
  const { changes, actions, parked } = foldBatch(counter, planBatch(counter, items), new Map());
  assert.equal([changes.size, actions], [0, []]);
  assert.equal(inShort(parked), [
    'account acme | unread-5 | unknown type | events of type FormTranslated are unknown to this release |  | 5 | 20 | 4',
  ]);
});

test('a counter counts a parked document once, when it is released', () => {
  const items = itemsOf([submitted('s1'), submitted('s2'), submitted('s3')]);
  const fragile: Projection = {
    ...submissions,
    on: {
      SubmissionCreated: (_, { event }) => {
        if (event.data.submissionId === 's2') throw new Error('too much');
        return {};
      },
    },
  };
  const stored = new Map<string, VersionedDocument>();
  const keep = (changes: ReadonlyMap<string, VersionedDocument>) =>
    changes.forEach((kept, key) => stored.set(key, kept));
  const first = foldBatch(fragile, planBatch(fragile, items), stored);
  keep(first.changes);
  const [name = ''] = [...first.parked.keys()];
  const retried = () =>
    foldBatch(submissions, planBatch(submissions, items, { onlyScope: name }), stored).changes;
  keep(retried());
  assert.is(retried().size, 0);
  const whole = foldBatch(submissions, planBatch(submissions, items), new Map()).changes;
  const [count = ''] = [...whole.keys()].filter((key) => isCount(submissions, key));
  assert.equal(stored.get(count), whole.get(count));
  assert.equal(stored.get(count)?.doc, { count: 3, begun: 0 });
});

test('a skipped event parks nothing, whether it can be decoded or not', () => {
  const items = [
    ...itemsOf([formCreated('f1'), closed('f1')]),
    unread('FormClosed', 'damaged', 'form-f1', 30n),
  ];
  const plan = planBatch(failing, items, { skipped: new Set(['event-2', 'unread-30']) });
  const { changes, parked } = foldBatch(failing, plan, new Map());
  assert.equal([changes.get('f1')?.position, parked.size], [10n, 0]);
});

test('a failure to compute the key parks the account', () => {
  const keyless: Projection = {
    ...forms,
    key: ({ revision, event }) => {
      if (event.type === 'SubmissionCreated') throw new Error(`no key at ${revision}`);
      return 'one';
    },
  };
  const plan = planBatch(keyless, itemsOf(history));
  assert.equal(
    plan.steps.map(({ event }) => event.position),
    [10n],
  );
  assert.equal(inShort(plan.openParking().changes), [
    'account acme | event-2 | handler | no key at 0 | 10 | 20 | 50 | 4',
  ]);
});

test('a process manager reacts to each event with the document as it is right after it', () => {
  const plan = planBatch(counter, itemsOf(history));
  const first = foldBatch(counter, plan, new Map());
  assert.equal(first.actions, ['event-2 sees 1', 'event-4 sees 2', 'event-5 sees 2']);
  assert.equal(first.changes, new Map([['acme', { position: 30n, doc: { forms: 2 } }]]));
  // Stored, but the checkpoint was not: what follows the document's last event is acted upon once more.
  const again = foldBatch(counter, plan, first.changes);
  assert.equal(again.actions, ['event-4 sees 2', 'event-5 sees 2']);
});

test.run();
