import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openRateWindows } from '../../../api/limits/rate-windows.ts';

const test = suite('rate windows');
const limit = { requests: 3, window_s: 10 };

function open() {
  const clock = { now: 1_000_000 };
  return { clock, windows: openRateWindows(() => clock.now) };
}

test('the limit holds for every span of time, to the millisecond', () => {
  const { clock, windows } = open();
  for (const [at, admitted] of [
    [0, true],
    [4_000, true],
    [4_000, true],
    [4_000, false],
    [9_999, false],
    [10_000, true],
    [10_000, false],
    [13_999, false],
    [14_000, true],
    [14_000, true],
    [14_000, false],
  ] as const) {
    clock.now = 1_000_000 + at;
    assert.is(windows.admit('a', limit).admitted, admitted, `at ${at}`);
  }
});

test('the remaining requests and the time of the next are reported', () => {
  const { clock, windows } = open();
  assert.equal(windows.peek('a', limit), { admitted: true, limit: 3, remaining: 3, resetsAt: clock.now });
  const first = windows.admit('a', limit);
  assert.equal(first, { admitted: true, limit: 3, remaining: 2, resetsAt: 1_010_000 });
  assert.equal(windows.peek('a', limit), first);
  clock.now += 1_000;
  windows.admit('a', limit);
  assert.is(windows.admit('a', limit).remaining, 0);
  assert.is(windows.admit('a', limit).resetsAt, 1_010_000);
  assert.is(windows.peek('b', limit).remaining, 3);
});

test('a lowered limit applies at once, with the time of the next request', () => {
  const { clock, windows } = open();
  for (let n = 0; n < 3; n++) {
    windows.admit('a', limit);
    clock.now += 1_000;
  }
  const lower = windows.peek('a', { requests: 1, window_s: 10 });
  assert.equal(lower, { admitted: false, limit: 1, remaining: 0, resetsAt: 1_012_000 });
});

test('law: no window has more requests than the limit, and no request is refused without cause', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 6_000 }), { maxLength: 60 }), (gaps) => {
      const { clock, windows } = open();
      const passed: number[] = [];
      for (const gap of gaps) {
        clock.now += gap;
        const inWindow = passed.filter((at) => at > clock.now - 10_000).length;
        const { admitted, resetsAt } = windows.admit('a', limit);
        assert.is(admitted, inWindow < 3);
        if (admitted) passed.push(clock.now);
        else {
          clock.now = resetsAt - 1;
          assert.is(windows.peek('a', limit).admitted, false);
          clock.now = resetsAt;
          assert.is(windows.peek('a', limit).admitted, true);
        }
      }
    }),
    { numRuns: 200 },
  );
});

test.run();
