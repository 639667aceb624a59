import fc from 'fast-check';
import { BSON } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { derivedId } from '../../../domain/derived-id.ts';
import { type DestinationSettings, webhookKinds } from '../../../domain/destination/events.ts';
import { maxDestinations, maxQuestionBytes } from '../../../domain/destination/limits.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import { openControl } from '../../../projections/generations/control/control.ts';
import type { Beginnings, Projection } from '../../../projections/projection.ts';
import { deliveries, subscriptionsPrefix } from '../../../projections/read-models/deliveries/projection.ts';
import { isState, loadOrigins } from '../../../projections/runner/beginnings.ts';
import { foldBatch } from '../../../projections/runner/fold-batch.ts';
import { planBatch } from '../../../projections/runner/plan-batch.ts';
import type { VersionedDocument } from '../../../projections/runner/versioned-document.ts';
import { answered, arrived, attempted } from '../../domain/delivery/samples.ts';
import { eventually } from '../../support/eventually.ts';
import { documentsOf, recorded } from '../documents-of.ts';
import { rewind, run, startStores, storedBy, writerTo } from '../running.ts';
import {
  configured,
  type Fact,
  inDelivery,
  inDestination,
  inForm,
  minute,
  scheduled,
  submitted,
} from '../samples.ts';
import { pendingDocument } from './pending-document.ts';

const test = suite('projections/read-models/planned deliveries');

const disabled = inDestination('d1', {
  type: 'DestinationDisabled',
  data: { reason: { kind: 'operator' }, at: minute(3) },
});
const enabled = inDestination('d1', { type: 'DestinationEnabled', data: { at: minute(4) } });
const removed = inDestination('d1', { type: 'DestinationRemoved', data: { at: minute(4) } });
const changed = (settings: Partial<DestinationSettings>): Fact =>
  inDestination('d1', { type: 'DestinationChanged', data: { settings, at: minute(2) } });
const published = inForm('f1', {
  type: 'FormPublished',
  data: { formId: 'f1', title: 'Contact', slug: 'contact', at: minute(4) },
});
/** A payment; as earlier releases stored it without the form. */
const paid = (submissionId: string, form: { formId?: string } = {}): Fact => ({
  stream: `submission-${submissionId}`,
  event: {
    type: 'SubmissionPaymentCompleted',
    data: {
      payment: { id: 'p', provider: 'x', amount: 1, currency: 'EUR', paidAt: minute(6), fieldKey: 'k' },
      ...form,
      at: minute(6),
    },
  },
});

test('a delivery begins with its source event, due at its time, or skipped at once', () => {
  const id = derivedId('event-2', 'd1');
  const begun = pendingDocument('20', 'event-2');
  assert.equal(documentsOf(deliveries, configured('d1'), submitted('s1'))[id], begun);
  const skipped = documentsOf(deliveries, configured('d1', { enabled: false }), submitted('s1'))[id];
  assert.equal(skipped, { ...begun, status: 'skipped', next_attempt_at: null, shard: null });
});

test("an earlier release's event of a delivery changes the document that began with the source event", () => {
  const id = derivedId('event-2', 'd1');
  const history = [configured('d1'), submitted('s1')];
  const late = scheduled(id, { dueAt: minute(9) });
  const doc = documentsOf(deliveries, ...history, late)[id];
  assert.equal([doc?.['status'], doc?.['next_attempt_at']], ['pending', minute(9)]);
  const sent = documentsOf(deliveries, ...history, late, inDelivery(id, arrived(1)))[id];
  assert.equal([sent?.['status'], sent?.['attempt_count']], ['succeeded', 1]);
});

test("the maximum of destinations with the longest texts takes at most half of MongoDB's document limit", () => {
  const each = Math.floor(maxQuestionBytes / 500);
  const includedQuestions = Array.from({ length: 500 }, (_, n) => String(n).padEnd(each, 'x'));
  const events = [...webhookKinds];
  const history = Array.from({ length: maxDestinations }, (_, n) => {
    const { stream, event } = configured(String(n).padStart(20, '0'));
    if (event.type !== 'DestinationConfigured') throw new Error('other');
    const settings = { ...event.data.settings, includedQuestions, events, formId: 'f'.padEnd(20, '0') };
    return { stream, event: { ...event, data: { ...event.data, settings } } };
  });
  const doc = documentsOf(deliveries, ...history)[`${subscriptionsPrefix}acme`];
  assert.ok(doc);
  const size = BSON.calculateObjectSize(doc);
  assert.ok(size > 6 * 2 ** 20, String(size));
  assert.ok(size <= 8 * 2 ** 20, String(size));
});

type Stored = Map<string, VersionedDocument>;

interface Life {
  /** The number of events before the checkpoint at which the process begins. */
  readonly from: number;
  readonly sizes: readonly number[];
  /** The batch in whose write the process ends, and the number of its documents that are written. */
  readonly end?: { readonly batch: number; readonly written: number };
}

/** Applies events in batches to stored documents. @returns the number of events that were applied before the end */
async function apply(
  stored: Stored,
  events: readonly RecordedEvent[],
  { from, sizes, end }: Life,
): Promise<number> {
  const readEvent = async (stream: string, revision: number) =>
    events.find((one) => one.stream === stream && one.revision === revision) ?? null;
  let at = from;
  for (let batch = 0; at < events.length; batch++) {
    const items = events
      .slice(at, at + (sizes[batch % sizes.length] ?? 1))
      .map((event) => ({ event, position: event.position }));
    const origins = await loadOrigins(deliveries, items, async () => stored, { readEvent });
    const { changes } = foldBatch(deliveries, planBatch(deliveries, items, { origins }), stored);
    const states = [...changes].filter(([id]) => isState(deliveries, id));
    const inOrder = [...[...changes].filter(([id]) => !isState(deliveries, id)), ...states];
    const isKilled = end?.batch === batch;
    for (const [id, doc] of isKilled ? inOrder.slice(0, end.written) : inOrder) stored.set(id, doc);
    if (isKilled) return at;
    at += items.length;
  }
  return at;
}

/** Every change of a destination and every source event, before and after each other, with attempts of deliveries. */
const eventful: readonly Fact[] = [
  submitted('s0'),
  configured('d1'),
  configured('d2', { enabled: false }),
  submitted('s1'),
  changed({ events: [...webhookKinds], formId: 'f1' }),
  paid('s1'),
  inDelivery(derivedId('event-4', 'd1'), attempted(1, answered(503), minute(7))),
  disabled,
  submitted('s2'),
  paid('s1', { formId: 'f1' }),
  enabled,
  published,
  inDelivery(derivedId('event-4', 'd1'), arrived(2)),
  changed({ formId: 'f2' }),
  submitted('s3', { formId: 'f2' }),
  submitted('s4'),
  inDelivery(derivedId('event-12', 'd1'), arrived(1)),
  removed,
  submitted('s5'),
];

test('batches of any size, and restarts at any place, lead to the same documents', async () => {
  const events = recorded(eventful);
  const whole: Stored = new Map();
  await apply(whole, events, { from: 0, sizes: [events.length] });
  const begun = [...whole].filter(([id]) => !id.startsWith(subscriptionsPrefix));
  assert.is(begun.length, 11);
  const kill = fc.record({ batch: fc.nat(6), written: fc.nat(6), back: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
      fc.array(kill, { maxLength: 3 }),
      async (sizes, kills) => {
        const stored: Stored = new Map();
        let from = 0;
        for (const { back, ...end } of kills) {
          const applied = await apply(stored, events, { from, sizes, end });
          // The checkpoint may be older than the documents.
          from = Math.max(0, applied - back);
        }
        await apply(stored, events, { from, sizes });
        assert.equal(new Map([...stored].sort()), new Map([...whole].sort()));
      },
    ),
    { numRuns: 300 },
  );
});

test('a runner that begins again from an old checkpoint leaves the documents as they are', async () => {
  const stores = await startStores();
  const { log, store } = stores;
  const end = await writerTo(log)(...eventful);
  const first = run(stores, { projection: deliveries });
  await first.reaches(end);
  await first.stop();
  const once = await storedBy(store, deliveries);
  assert.ok(Object.keys(once).length > 5);
  await rewind(store, deliveries, null);
  const again = run(stores, { projection: deliveries });
  await again.reaches(end);
  await again.stop();
  assert.equal(await storedBy(store, deliveries), once);
  await stores.close();
});

test('the form of an old payment is read from the log; a payment whose submission is erased has no delivery', async () => {
  const stores = await startStores();
  const { log, store } = stores;
  const write = writerTo(log);
  const events = ['submission.payment_completed' as const];
  const to = (id: string, formId: string | null): Fact => {
    const { stream, event } = configured(id);
    if (event.type !== 'DestinationConfigured') throw new Error('other');
    const settings = { ...event.data.settings, events, formId };
    return { stream, event: { ...event, data: { ...event.data, settings } } };
  };
  await write(to('one', 'f1'), to('other', 'f2'), to('any', null));
  await write(submitted('s1'), paid('s1'), submitted('gone'), paid('gone'));
  await log.eraseStream('submission-gone');
  const end = await write(submitted('s2'), paid('s2', { formId: 'f1' }));
  const running = run(stores, { projection: deliveries });
  await running.reaches(end);
  const found = Object.values(await storedBy(store, deliveries)).filter((doc) => 'source' in doc);
  assert.equal(
    found
      .map((doc) => `${String(doc.submission_id)} ${String(doc.form_id)} -> ${String(doc.destination_id)}`)
      .sort(),
    ['s1 f1 -> any', 's1 f1 -> one', 's2 f1 -> any', 's2 f1 -> one'],
  );
  await running.stop();
  await stores.close();
});

const accounts = ['stuck', 'free'] as const;
const submissionsOf = (account: string, from: number, count: number): Fact[] =>
  Array.from({ length: count }, (_, n) => submitted(`${account}-${from + n}`, { accountId: account }));

/** The beginnings of the deliveries, as far as they differ. */
const beginning = (differing: (was: Beginnings) => Partial<Beginnings>): Pick<Projection, 'beginnings'> => {
  const { beginnings } = deliveries;
  return beginnings ? { beginnings: { ...beginnings, ...differing(beginnings) } } : {};
};

/** Ways in which an account's deliveries cannot be planned until something is mended. */
const faults: Readonly<Record<string, (fails: (accountId: string) => boolean) => Projection>> = {
  'a plan': (fails) => ({
    ...deliveries,
    ...beginning((was) => ({
      begin(state, event, first) {
        if (fails(event.metadata.accountId)) throw new Error('no plan');
        return was.begin(state, event, first);
      },
    })),
  }),
  'a change of a destination': (fails) => ({
    ...deliveries,
    ...beginning((was) => ({
      on: {
        ...was.on,
        DestinationEnabled(state, event) {
          if (fails(event.metadata.accountId)) throw new Error('no change');
          return was.on.DestinationEnabled?.(state, event) ?? null;
        },
      },
    })),
  }),
};

for (const [what, breaking] of Object.entries(faults))
  test(`${what} that fails for one account delays the deliveries of that account only, and all are planned after the repair`, async () => {
    const stores = await startStores();
    const { log, store } = stores;
    let isMended = false;
    const model = breaking((accountId) => !isMended && accountId === 'stuck');
    const running = run(stores, { projection: model });
    const writers = new Map(accounts.map((account) => [account, writerTo(log, account)]));
    const write = async (account: (typeof accounts)[number], facts: readonly Fact[]) => {
      await writers.get(account)?.(...facts);
    };
    const plannedFor = async (account: string): Promise<string[]> => {
      const stored = Object.values(await storedBy(store, deliveries));
      return stored
        .filter((one) => one.destination_id === account)
        .map((one) => `${String(one.submission_id)} ${String(one.status)}`)
        .toSorted();
    };
    const pendingUpTo = (account: string, count: number) =>
      Array.from({ length: count }, (_, n) => `${account}-${n} pending`).toSorted();
    const hasPlanned = (account: string, count: number) =>
      eventually(
        `${count} are planned for ${account}`,
        async () => (await plannedFor(account)).length >= count,
      );

    for (const account of accounts)
      await write(account, [
        configured(account, { accountId: account, enabled: false }),
        inDestination(account, { type: 'DestinationEnabled', data: { at: minute(4) } }),
        ...submissionsOf(account, 0, 20),
      ]);
    await hasPlanned('free', 20);
    const control = openControl({ ...stores, models: [], managers: [model] });
    await eventually('the account is parked', async () => {
      const [parked, ...others] = (await control.parked('deliveries')) ?? [];
      return others.length === 0 && parked?.scope.id === 'stuck' && parked.events >= 20;
    });
    for (const account of accounts) await write(account, submissionsOf(account, 20, 5));
    await hasPlanned('free', 25);
    assert.equal(await plannedFor('stuck'), []);

    isMended = true;
    assert.is(await control.retry('deliveries', null), 1);
    await eventually('it is taken up', async () => (await control.parked('deliveries'))?.length === 0);
    for (const account of accounts) await write(account, submissionsOf(account, 25, 5));
    for (const account of accounts) {
      await hasPlanned(account, 30);
      assert.equal(await plannedFor(account), pendingUpTo(account, 30));
    }
    await running.stop();
    await stores.close();
  });

test.run();
