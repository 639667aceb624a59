import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Demand, openDemand } from '../../../projections/progress/demand.ts';
import { eventually } from '../../support/eventually.ts';

const test = suite('projections/progress/demand');

/** Longer than the test takes, so that only what the test does ends the pause. */
const longMs = 60_000;

/** Pauses a runner, and says whether its pause is over. */
function pausing(demand: Demand, name: string, ms = longMs, signal = new AbortController().signal) {
  const pause = { isOver: false };
  void demand.pause(name, ms, signal).then(() => (pause.isOver = true));
  return pause;
}

test('a request that starts to wait ends the pauses of its models, and of no others', async () => {
  const demand = openDemand();
  const over = new AbortController();
  const [forms, accounts] = [pausing(demand, 'forms'), pausing(demand, 'accounts', longMs, over.signal)];
  demand.begin(['forms', 'submissions']);
  await eventually('the pause of the forms is over', () => forms.isOver);
  assert.is(accounts.isOver, false);
  over.abort();
  await eventually('the signal ends the other', () => accounts.isOver);
});

test('there is no pause while a request waits', async () => {
  const demand = openDemand();
  const ends = [demand.begin(['forms']), demand.begin(['forms'])];
  ends[0]?.();
  await demand.pause('forms', longMs, new AbortController().signal);
});

test('a pause has its full length once all requests have ended', async () => {
  const demand = openDemand();
  demand.begin(['forms'])();
  const startedAt = performance.now();
  await demand.pause('forms', 20, new AbortController().signal);
  assert.ok(performance.now() - startedAt > 15);
});

test.run();
