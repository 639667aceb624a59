import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AttemptOutcome } from '../../../domain/delivery/events.ts';
import { collectionsOf } from '../../../projections/collections.ts';
import { openQueries } from '../../../projections/queries/open-queries.ts';
import { deliveries } from '../../../projections/read-models/deliveries/projection.ts';
import { noForms } from '../../support/forms.ts';
import { fill } from '../fill.ts';
import { type Fact, inDelivery, minute, scheduled } from '../samples.ts';
import { startReadStore, type TestReadStore } from '../stores.ts';

const test = suite('projections/read-models/recent deliveries');

let server: TestReadStore;
test.before(async () => {
  server = await startReadStore();
});
test.after(() => server.close());
const queries = () => openQueries(collectionsOf(server.store), noForms).deliveries;

const attempted = (id: string, at: string, outcome: AttemptOutcome): Fact =>
  inDelivery(id, {
    type: 'DeliveryAttempted',
    data: { destinationId: 'd1', attempt: 1, startedAt: at, durationMs: 1, outcome, nextAttemptAt: null, at },
  });
const answered = (status: number): AttemptOutcome => ({ kind: 'response', status, excerpt: 'some text' });
const timeout: AttemptOutcome = { kind: 'error', errorClass: 'timeout', message: 'after 10 s' };

/** A delivery of each minute, each to `d1` unless it says otherwise. */
async function fillOutcomes(): Promise<void> {
  const ends: readonly (AttemptOutcome | null)[] = [
    answered(500),
    answered(204),
    timeout,
    answered(204),
    null,
  ];
  await fill(
    server.store,
    deliveries,
    ...ends.flatMap((outcome, n) => {
      const [id, at] = [`w${n}`, minute(n)];
      return [scheduled(id, { at }), ...(outcome ? [attempted(id, at, outcome)] : [])];
    }),
    scheduled('other', { destinationId: 'd2', at: minute(4) }),
  );
}

test('the newest deliveries since a time come first, up to the limit, with the needed members only', async () => {
  await fillOutcomes();
  const brief = await queries().brief('d1', { since: minute(1), limit: 10 });
  assert.equal(
    brief.map((one) => one.created_at),
    [minute(4), minute(3), minute(2), minute(1)],
  );
  assert.equal(brief[0], {
    created_at: minute(4),
    updated_at: minute(4),
    status: 'pending',
    attempt_count: 0,
    next_attempt_at: minute(5),
  });
  assert.is((await queries().brief('d1', { since: minute(0), limit: 2 })).length, 2);
});

test('outcomes are counted by status code and by kind of failure, the most frequent first', async () => {
  const all = await queries().outcomes('d1', { since: minute(0), limit: 10 });
  assert.equal(all[0], { outcome: { kind: 'response', status: 204 }, count: 2 });
  const others = all.slice(1).map(({ outcome, count }) => `${JSON.stringify(outcome)} ${count}`);
  assert.equal(others.sort(), [
    'null 1',
    '{"kind":"error","errorClass":"timeout"} 1',
    '{"kind":"response","status":500} 1',
  ]);
});

test('outcomes are those of the newest deliveries only, up to the limit', async () => {
  const newest = await queries().outcomes('d1', { since: minute(0), limit: 2 });
  assert.is(
    newest.reduce((sum, { count }) => sum + count, 0),
    2,
  );
  assert.ok(newest.every(({ outcome }) => outcome === null || outcome.kind === 'response'));
});

test.run();
