import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import { maxSpare, spareSize } from '../../../domain/quota/block-size.ts';
import { quota, type Settlement } from '../../../domain/quota/decider.ts';
import type { QuotaEvent } from '../../../domain/quota/events.ts';
import { given } from '../../support/spec.ts';

const test = suite('quota');
const at = '2026-12-31T23:59:59.999Z';

const reserved = (...submissionIds: string[]): QuotaEvent => ({
  type: 'SubmissionQuotaReserved',
  data: { submissionIds, formId: null, at },
});
const released = (...submissionIds: string[]): QuotaEvent => ({
  type: 'SubmissionQuotaReleased',
  data: { submissionIds, formId: 'f', at },
});
const settled = (blocks: number[], ...submissionIds: string[]): QuotaEvent => ({
  type: 'SubmissionQuotaSettled',
  data: { reservations: blocks, submissionIds, formId: null, at },
});
const reserve = (limit: number, ...submissionIds: string[]) =>
  ({ type: 'ReserveBlock', submissionIds, limit, at }) as const;
const settle = (...settlements: Settlement[]) => ({ type: 'SettleBlocks', settlements, at }) as const;

test('reserves under the limit', () => {
  given(quota, [])
    .when(reserve(3, 'a', 'b'))
    .then([reserved('a', 'b')]);
  given(quota, [reserved('a', 'b')])
    .when(reserve(3, 'c'))
    .then([reserved('c')]);
});

test('grants the first reservations where not all of them fit', () => {
  given(quota, [reserved('a', 'b')])
    .when(reserve(3, 'c', 'd', 'e'))
    .then([reserved('c')]);
});

test('refuses when nothing is left, with the start of the next month', () => {
  given(quota, [reserved('a', 'b')])
    .when(reserve(2, 'c'))
    .then({ code: 'quota_exceeded', limit: 2, current: 2, resetsAt: '2027-01-01T00:00:00.000Z' });
});

test('a limit below the used amount grants nothing', () => {
  given(quota, [reserved('a', 'b', 'c')])
    .when(reserve(2, 'd'))
    .then({ code: 'quota_exceeded', limit: 2, current: 3, resetsAt: '2027-01-01T00:00:00.000Z' });
});

test('a block has spare reservations far from the limit, and none near it', () => {
  const spareIds = ['x', 'y', 'z'];
  given(quota, [])
    .when({ ...reserve(33, 'a'), spareIds })
    .then([reserved('a', 'x', 'y')]);
  given(quota, [])
    .when({ ...reserve(16, 'a'), spareIds })
    .then([reserved('a')]);
  given(quota, [reserved('a', 'b')])
    .when({ ...reserve(3, 'c', 'd'), spareIds })
    .then([reserved('c')]);
});

test('the spare reservations of a block are at most a sixteenth of the rest, and at least those near the limit', () => {
  fc.assert(
    fc.property(fc.nat(2_000_000), fc.nat(2_000_000), fc.nat(1_000), (limit, used, more) => {
      const size = spareSize(limit, used);
      assert.ok(Number.isInteger(size) && size >= 0 && size <= maxSpare);
      assert.ok(size * 16 <= Math.max(0, limit - used));
      assert.ok(spareSize(limit, used + more) <= size, 'smaller with less left');
    }),
  );
});

test('one event or fewer for 50 submissions, until nine tenths of a limit of 4,000 or more are used', () => {
  for (const limit of [4_000, 10_000, 25_000]) {
    const [events, submissions] = fill(limit, 0.9);
    assert.ok(submissions / events >= 50, `${submissions} submissions, ${events} events`);
  }
});

/** Uses a share of a month, one request after the other. @returns the numbers of events and of submissions */
function fill(limit: number, share: number): [events: number, submissions: number] {
  const events: QuotaEvent[] = [];
  let state = quota.initial;
  let used: number[] = [];
  while (state.used < limit * share) {
    const spareIds = Array.from({ length: maxSpare }, (_, index) => `${events.length}-${index}`);
    const ended = used.length < 8 ? [] : used;
    const command = { ...reserve(limit, `${events.length}`), spareIds, settled: ended };
    const decided = quota.decide(command, state);
    if (!decided.ok) break;
    state = fold(quota, state, decided.value, events.length);
    events.push(...decided.value);
    used = [...used.filter((one) => !ended.includes(one)), events.length - 1];
  }
  return [events.length, state.used];
}

test('a settled block releases its unused reservations once', () => {
  given(quota, [reserved('a', 'b')])
    .when(settle({ block: 0, unused: ['a'] }))
    .then([settled([0], 'a')]);
  given(quota, [reserved('a', 'b'), settled([0], 'a')])
    .when(reserve(2, 'c'))
    .then([reserved('c')]);
  given(quota, [reserved('a', 'b'), settled([0], 'a')])
    .when(settle({ block: 0, unused: ['a'] }))
    .then([]);
  given(quota, []).when(settle()).then([]);
});

test('blocks whose submissions were all created are settled with the next one', () => {
  given(quota, [reserved('a'), reserved('b'), reserved('c'), settled([1])])
    .when({ ...reserve(9, 'd'), settled: [0, 1] })
    .then([settled([0]), reserved('d')]);
});

test('blocks of earlier releases, for one form each, count like present ones', () => {
  const data = { submissionIds: ['a', 'b'], formId: 'f', at };
  given(quota, [{ type: 'SubmissionQuotaReserved', data }])
    .when(settle({ block: 0, unused: ['b'] }))
    .then([settled([0], 'b')]);
});

test('several blocks are settled by one event', () => {
  given(quota, [reserved('a', 'b'), reserved('c')])
    .when(settle({ block: 0, unused: ['a'] }, { block: 1, unused: ['c'] }))
    .then([settled([0, 1], 'a', 'c')]);
});

test('single releases of an earlier release free their reservations, and the count is never negative', () => {
  given(quota, [reserved('a', 'b'), released('a')])
    .when(reserve(2, 'c'))
    .then([reserved('c')]);
  assert.is(fold(quota, quota.initial, [reserved('a'), released('a', 'b')]).used, 0);
});

test('the state with unsettled blocks is recorded every hundred events', () => {
  const history = Array.from({ length: 100 }, (_, index) => reserved(`s${index}`));
  const data = {
    used: 100,
    open: [
      [0, 4],
      [5, 99],
    ],
    at,
  } satisfies Extract<QuotaEvent, { type: 'SubmissionQuotaCounted' }>['data'];
  given(quota, [...history.slice(0, 99), settled([4])])
    .when(reserve(1_000, 'next'))
    .then([{ type: 'SubmissionQuotaCounted', data: { ...data, used: 99 } }, reserved('next')]);
});

test('folding from any recorded state leads to the same state', () => {
  const step = fc.record({ settles: fc.option(fc.nat(400)), count: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 120, maxLength: 300 }), (steps) => {
      const events: QuotaEvent[] = [];
      let state = quota.initial;
      steps.forEach(({ settles, count }, index) => {
        const ids = Array.from({ length: count }, (_, number) => `${index}-${number}`);
        const command = settles === null ? reserve(250, ...ids) : settle({ block: settles, unused: ['x'] });
        const result = quota.decide(command, state);
        if (!result.ok) return;
        state = fold(quota, state, result.value, events.length);
        events.push(...result.value);
      });
      events.forEach((event, revision) => {
        if (!quota.isSummary?.(event)) return;
        assert.equal(fold(quota, quota.initial, events.slice(revision), revision), state);
      });
    }),
    { numRuns: 30 },
  );
});

test.run();
