import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { itemOf } from '../../../api/responses/deliveries.ts';
import { heldAmong } from '../../../projections/read-models/deliveries/held-deliveries.ts';
import type { DeliverySummary } from '../../../projections/read-models/deliveries/queries.ts';

const test = suite('held deliveries');
const at = '2026-03-02T12:00:00.000Z';

const delivery = (destinationId: string, changes: Partial<DeliverySummary> = {}): DeliverySummary => ({
  id: 'dl',
  account_id: 'a1',
  destination_id: destinationId,
  kind: 'form.published',
  form_id: 'f1',
  submission_id: null,
  status: 'pending',
  attempt_count: 1,
  last_outcome: null,
  next_attempt_at: at,
  shard: 1,
  source_position: '7',
  created_at: at,
  updated_at: at,
  source: { stream: 'form-f1', revision: 1, position: '7', event_id: 'e1' },
  ...changes,
});
const waits = async () =>
  new Map([
    ['busy', 'account'],
    ['crowded', 'host'],
  ] as const);
const stopped = () =>
  Promise.resolve(
    new Map([
      ['off', 'destination_disabled'],
      ['gone', 'destination_removed'],
    ] as const),
  );

const deps = {
  queries: { destinations: { stopped } },
  budgetWaits: { among: waits },
  now: () => new Date(at),
};
const later = '2026-03-02T12:00:01.000Z';

for (const [what, one, expected] of [
  ['to an enabled destination', delivery('on'), [null, at]],
  ['to a disabled one', delivery('off'), ['destination_disabled', null]],
  ['to a removed one', delivery('gone'), ['destination_removed', null]],
  ['a test to a disabled one', delivery('off', { kind: 'ping' }), [null, at]],
  ['of an account that has used up its budget', delivery('busy'), ['account_budget', at]],
  ['to a host whose budget is used up', delivery('crowded'), ['host_budget', at]],
  ['that is not due yet', delivery('busy', { next_attempt_at: later }), [null, later]],
  ['that has ended', delivery('gone', { status: 'succeeded', next_attempt_at: null }), [null, null]],
] as const)
  test(`a delivery ${what} names the time of its next attempt only if there will be one`, async () => {
    const { held, next_attempt_at: next } = itemOf(await heldAmong(deps, [one]), true)(one);
    assert.equal([held, next], expected);
  });

test.run();
