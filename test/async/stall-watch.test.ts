import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPendingCalls } from '../../async/pending-calls.ts';
import { openStallWatch, type PendingWork, type WatchOptions } from '../../async/stall-watch.ts';

const test = suite('stall watch');

const everyMs = 2_000;

/** A watch with a limit of a minute, whose clock the test moves. */
function openWatch() {
  let now = 0;
  const lines: string[] = [];
  const { check, watch, stalls, close } = openStallWatch(
    {
      stalled: ({ part, work, count, seconds }) =>
        lines.push(`${part} stands still: ${work} (${count}, ${seconds} s)`),
      recovered: ({ part }) => lines.push(`${part} goes on`),
      processPaused: (ms) => lines.push(`the process stood still for ${ms} ms`),
    },
    { limitMs: 60_000, everyMs, clock: () => now },
  );
  const pass = (ms: number): void => {
    for (const until = now + ms; now < until; check()) now += everyMs;
  };
  const sleep = (ms: number): void => {
    now += ms;
    check();
  };
  return { watch, stalls, pass, sleep, lines, close };
}

/** A part whose work the test sets. */
function watchedPart(watch: ReturnType<typeof openWatch>['watch'], options?: WatchOptions) {
  const has: { inHand: PendingWork } = { inHand: [] };
  const end = watch('health', () => has.inHand, options);
  return Object.assign(has, { end });
}

test('work whose mark does not change for a minute is stalled, and reported once', () => {
  const { watch, stalls, pass, lines, close } = openWatch();
  const health = watchedPart(watch, { isEssential: () => true });
  health.inHand = [['at 7', 7]];
  pass(60_000);
  assert.equal(lines, []);
  pass(10_000);
  assert.equal(lines, ['health stands still: at 7 (1, 60 s)']);
  const [stall] = stalls();
  assert.equal([stall?.part, stall?.seconds, stall?.isEssential], ['health', 68, true]);
  health.inHand = [['at 7', 8]];
  pass(everyMs);
  assert.equal(lines.slice(1), ['health goes on']);
  assert.equal(stalls(), []);
  close();
});

test('a part without work, with changing work or with ever new work is not stalled', () => {
  const { watch, pass, lines, close } = openWatch();
  const health = watchedPart(watch);
  pass(120_000);
  for (let turn = 0; turn < 60; turn++) {
    health.inHand = [
      ['the log', turn],
      [`attempt ${turn}`, null],
    ];
    pass(everyMs);
  }
  assert.equal(lines, []);
  close();
});

test('of several stalled works the oldest is named and all are counted', () => {
  const { watch, pass, lines, close } = openWatch();
  const worker = watchedPart(watch);
  worker.inHand = [['first', null]];
  pass(10_000);
  worker.inHand = [
    ['second', null],
    ['first', null],
  ];
  pass(54_000);
  assert.equal(lines, ['health stands still: first (1, 60 s)']);
  pass(10_000);
  worker.inHand = [['second', null]];
  pass(10_000);
  assert.is(lines.length, 1, 'the part still stands');
  worker.inHand = [];
  pass(everyMs);
  assert.equal(lines.slice(1), ['health goes on']);
  close();
});

test('a part may have a longer limit', () => {
  const { watch, pass, lines, close } = openWatch();
  const slow = watchedPart(watch, { minMs: 90_000 });
  slow.inHand = [['attempt', null]];
  pass(90_000);
  assert.equal(lines, []);
  pass(everyMs);
  assert.is(lines.length, 1);
  close();
});

test('the time during which the whole process was suspended counts against no part, and is reported', () => {
  const { watch, pass, sleep, lines, close } = openWatch();
  const health = watchedPart(watch);
  health.inHand = [['at 7', 7]];
  pass(30_000);
  sleep(300_000);
  assert.equal(lines, ['the process stood still for 298000 ms']);
  pass(28_000);
  assert.is(lines.length, 1);
  pass(10_000);
  assert.is(lines.length, 2);
  close();
});

test('the stall of a part ends when the part is no longer watched', () => {
  const { watch, pass, lines, stalls, close } = openWatch();
  const health = watchedPart(watch);
  health.inHand = [['', 0]];
  pass(70_000);
  health.end();
  assert.equal(lines.slice(1), ['health goes on']);
  assert.equal(stalls(), []);
  close();
});

test('calls are listed until they settle', async () => {
  const calls = openPendingCalls();
  const names = () => [...calls.pendingWork()].map(([name]) => name);
  let end: () => void = () => undefined;
  const waiting = calls.run('read', () => new Promise<void>((resolve) => (end = resolve)));
  const failed = calls.run('append', () => Promise.reject(new Error('no'))).catch(() => 'failed');
  assert.equal(names(), ['read 1', 'append 2']);
  assert.is(await failed, 'failed');
  assert.equal(names(), ['read 1']);
  end();
  await waiting;
  assert.equal(names(), []);
});

test.run();
