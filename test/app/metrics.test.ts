import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openHeadMarks } from '../../app/metrics/head-marks.ts';
import { openMetrics } from '../../app/metrics/metrics.ts';
import { type EventLog, noStream } from '../../log/event-log.ts';
import { ConcurrencyConflict } from '../../log/log-errors.ts';

const test = suite('metrics');

test('the lag is the age of the oldest mark that a read model has not reached', () => {
  let now = 0;
  const marks = openHeadMarks(() => now);
  assert.is(marks.secondsBehind(null), 0);
  for (const position of [10n, 20n, 30n]) {
    marks.note(position);
    now += 1_000;
  }
  assert.equal(
    [null, 9n, 10n, 20n, 29n, 30n, 31n].map((position) => marks.secondsBehind(position)),
    [3, 3, 2, 1, 1, 0, 0],
  );
});

test('marks in quick succession are thinned out, and the newest one is kept', () => {
  let now = 0;
  const marks = openHeadMarks(() => now);
  for (let position = 1n; position <= 1_000n; position++) {
    marks.note(position);
    now += 1;
  }
  assert.ok(marks.secondsBehind(999n) > 0);
  assert.is(marks.secondsBehind(1_000n), 0);
  assert.ok(marks.secondsBehind(0n) >= 0.9);
});

const nothing = () => Promise.reject(new Error('not to be asked'));
async function* none() {
  // There is nothing.
}
const log: EventLog = {
  append: async (_, expected) => {
    if (expected !== noStream) throw new ConcurrencyConflict('a', expected);
    return { revision: 0, position: 10n };
  },
  readStream: none,
  readPage: nothing,
  readLogPage: nothing,
  readEvent: nothing,
  backlog: () => ({ take: nothing, close: () => undefined }),
  head: nothing,
  eventAt: nothing,
  feed: { reserve: nothing },
  readStored: none,
  eraseStream: nothing,
  purge: nothing,
  ping: nothing,
  close: nothing,
};

test('all appends are measured, including failed ones, and an unavailable figure has no value', async () => {
  const metrics = openMetrics();
  metrics.showLag(() => Promise.resolve(new Map([['forms', 10n]])));
  metrics.showQueue(() => Promise.reject(new Error('away')));
  const measured = metrics.measured(log);
  assert.is((await measured.append('a', noStream, [])).position, 10n);
  await measured.append('a', 5, []).catch(() => undefined);
  const text = await metrics.registry.metrics();
  assert.match(text, 'formlog_append_duration_seconds_count 2');
  assert.match(text, 'formlog_projection_lag_seconds{projection="forms"} 0');
  assert.match(text, /^formlog_dispatcher_queue nan$/im);
});

test('attempts are counted by outcome, and first attempts are timed from their event', async () => {
  const metrics = openMetrics();
  const answered = (status: number) => ({ kind: 'response', status, excerpt: '' }) as const;
  const slow = { kind: 'error', errorClass: 'timeout', message: '' } as const;
  for (const [outcome, attempt] of [
    [answered(204), 1],
    [answered(503), 1],
    [answered(200), 2],
    [slow, 3],
  ] as const)
    metrics.observeAttempt({ outcome, attempt, durationMs: 20, sinceEventMs: 80 });
  metrics.showQueue(() => Promise.resolve({ due: 3, oldestSeconds: 1.5 }));
  const text = await metrics.registry.metrics();
  assert.match(text, 'formlog_webhook_attempts_total{outcome="2xx"} 2');
  assert.match(text, 'formlog_webhook_attempts_total{outcome="5xx"} 1');
  assert.match(text, 'formlog_webhook_attempts_total{outcome="timeout"} 1');
  assert.match(text, 'formlog_webhook_exchange_seconds_count 4');
  assert.match(text, 'formlog_webhook_first_attempt_seconds_count 2');
  assert.match(text, 'formlog_dispatcher_queue 3');
  assert.match(text, 'formlog_dispatcher_oldest_due_seconds 1.5');
});

test.run();
