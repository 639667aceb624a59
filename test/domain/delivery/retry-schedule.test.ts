import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AttemptOutcome } from '../../../domain/delivery/events.ts';
import {
  defaultRetrySchedule,
  judge,
  nextAttempt,
  type Verdict,
} from '../../../domain/delivery/retry-schedule.ts';

const test = suite('retry schedule');
const at = '2026-03-01T12:00:00.000Z';
const minute = 60_000;
const hour = 60 * minute;

const statuses: [Verdict, number[]][] = [
  ['succeeded', [200, 201, 202, 204, 299]],
  ['retry', [408, 425, 429, 500, 502, 503, 504, 599]],
  ['rejected', [300, 301, 302, 304, 307, 308, 400, 401, 403, 404, 409, 411, 413, 422, 499]],
  ['gone', [410]],
];
for (const [verdict, codes] of statuses)
  for (const status of codes)
    test(`${status} means ${verdict}`, () =>
      assert.is(judge({ kind: 'response', status, excerpt: '' }), verdict));

for (const [verdict, codes] of [
  ['succeeded', [200, 204]],
  ['retry', [400, 401, 403, 404, 409, 413, 423, 429, 499, 503]],
  ['rejected', [300, 302, 307]],
  ['gone', [410]],
] as const)
  for (const status of codes)
    test(`${status} with Retry-After means ${verdict}`, () =>
      assert.is(judge({ kind: 'response', status, excerpt: '' }, true), verdict));

const failed = (errorClass: Extract<AttemptOutcome, { kind: 'error' }>['errorClass']): AttemptOutcome => ({
  kind: 'error',
  errorClass,
  message: '',
});
for (const errorClass of ['timeout', 'network', 'tls', 'invalid_response'] as const)
  test(`an error of class ${errorClass} is retried`, () => assert.is(judge(failed(errorClass)), 'retry'));

test('a forbidden address is not retried', () => assert.is(judge(failed('forbidden_address')), 'rejected'));

const waited = (attempt: number, retryAfterMs = 0, random = 0) => {
  const next = nextAttempt(defaultRetrySchedule, attempt, at, retryAfterMs, random);
  return next === null ? null : Date.parse(next) - Date.parse(at);
};

test('waits 1, 5, 15, 60, 180, 360, 720, 1440 minutes, and then ends', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => (waited(attempt) ?? 0) / minute);
  assert.equal(waits, [1, 5, 15, 60, 180, 360, 720, 1440]);
  assert.is(waited(9), null);
});

test('Retry-After may delay the next attempt, never advance it', () => {
  assert.is(waited(1, 90_000), 90_000);
  assert.is(waited(2, 90_000), 5 * minute);
});

test('Retry-After counts up to 24 hours', () => {
  assert.is(waited(1, 24 * hour), 24 * hour);
  assert.is(waited(1, 24 * hour + 1), 24 * hour);
  assert.is(waited(1, Infinity), 24 * hour);
});

test('a delay by Retry-After gets jitter, too', () => {
  assert.is(waited(1, 100 * minute, 0.5), 105 * minute);
  assert.is(waited(2, 100_000, 0.5), 5.25 * minute);
});

test('Retry-After adds no attempts', () => assert.is(waited(9, hour), null));

test('an attempt is never early, and late by the jitter at most', () => {
  const attempts = fc.integer({ min: 1, max: 8 });
  const retryAfter = fc.integer({ min: 0, max: 480 * hour }).map((tenths) => tenths / 10);
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(attempts, retryAfter, random, (attempt, asked, drawn) => {
      const wait = waited(attempt, asked, drawn) ?? 0;
      const planned = defaultRetrySchedule.delaysMs[attempt - 1] ?? 0;
      const requested = Math.min(asked, 24 * hour);
      const most = Math.max(planned * 1.1, Math.min(requested * 1.1, 24 * hour));
      assert.ok(wait >= Math.max(planned, requested) && wait <= most + 1);
    }),
  );
});

test.run();
