import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Backlog } from '../../../log/event-log.ts';
import { openLags } from '../../../projections/progress/lags.ts';

const test = suite('lags');

const model = { name: 'forms', version: 1, streamPrefixes: ['form-'] };

function counting() {
  let [now, counts] = [0, 0];
  const backlog = (): Backlog => {
    counts += 1;
    return { take: () => Promise.resolve(null), close: () => undefined };
  };
  const lags = openLags({ backlog }, () => now);
  return { lags, counts: () => counts, pass: (ms: number) => (now += ms) };
}

test('a follower at the head of the log has no lag, which needs no subscription', async () => {
  const { lags, counts } = counting();
  assert.equal(await lags.of(model, 7n, 7n), { events: 0, seconds: 0 });
  assert.equal(await lags.of(model, null, null), { events: 0, seconds: 0 });
  assert.is(counts(), 0);
});

test('a lag is counted at most once a second, however often it is requested', async () => {
  const { lags, counts, pass } = counting();
  for (let n = 0; n < 1_000; n++) await lags.of(model, 5n, 7n);
  assert.is(counts(), 1);
  await lags.of({ ...model, name: 'keys' }, 5n, 7n);
  assert.is(counts(), 2);
  pass(1_000);
  await lags.of(model, 5n, 7n);
  assert.is(counts(), 3);
});

test.run();
