import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import { quota, type Settlement } from '../../../domain/quota/decider.ts';
import type { QuotaEvent } from '../../../domain/quota/events.ts';
import { given } from '../../support/spec.ts';

const test = suite('quota');
const at = '2026-12-31T23:59:59.999Z';

const reserved = (...submissionIds: string[]): QuotaEvent => ({
  type: 'SubmissionQuotaReserved',
  data: { submissionIds, formId: 'f', at },
});
const released = (...submissionIds: string[]): QuotaEvent => ({
  type: 'SubmissionQuotaReleased',
  data: { submissionIds, formId: 'f', at },
});
const settled = (reservations: number[], ...submissionIds: string[]): QuotaEvent => ({
  type: 'SubmissionQuotaSettled',
  data: { reservations, submissionIds, formId: submissionIds.length > 0 ? 'f' : null, at },
});
const of = (formId: string, ...ids: string[]) => ids.map((submissionId) => ({ submissionId, formId }));
const reserve = (limit: number, ...ids: string[]) =>
  ({ type: 'ReserveSubmissions', submissions: of('f', ...ids), limit, at }) as const;
const settle = (...settlements: Settlement[]) => ({ type: 'SettleReservations', settlements, at }) as const;

test('reserves under the limit', () => {
  given(quota, [])
    .when(reserve(3, 'a', 'b'))
    .then([reserved('a', 'b')]);
  given(quota, [reserved('a', 'b')])
    .when(reserve(3, 'c'))
    .then([reserved('c')]);
});

test('grants the first ones where not all of them fit', () => {
  given(quota, [reserved('a', 'b')])
    .when(reserve(3, 'c', 'd', 'e'))
    .then([reserved('c')]);
});

test('refuses when nothing is left, and tells when the next month begins', () => {
  given(quota, [reserved('a', 'b')])
    .when(reserve(2, 'c'))
    .then({ code: 'quota_exceeded', limit: 2, current: 2, resetsAt: '2027-01-01T00:00:00.000Z' });
});

test('a limit that was lowered below what is used grants nothing', () => {
  given(quota, [reserved('a', 'b', 'c')])
    .when(reserve(2, 'd'))
    .then({ code: 'quota_exceeded', limit: 2, current: 3, resetsAt: '2027-01-01T00:00:00.000Z' });
});

test('reserves ahead a twentieth of what is left at most, and nothing near the limit', () => {
  const ahead = of('f', 'x', 'y', 'z');
  given(quota, [])
    .when({ ...reserve(41, 'a'), ahead })
    .then([reserved('a', 'x', 'y')]);
  given(quota, [])
    .when({ ...reserve(20, 'a'), ahead })
    .then([reserved('a')]);
});

test('a settled reservation frees the places that were not taken, once', () => {
  given(quota, [reserved('a', 'b')])
    .when(settle({ reservation: 0, unused: of('f', 'a') }))
    .then([settled([0], 'a')]);
  given(quota, [reserved('a', 'b'), settled([0], 'a')])
    .when(reserve(2, 'c'))
    .then([reserved('c')]);
  given(quota, [reserved('a', 'b'), settled([0], 'a')])
    .when(settle({ reservation: 0, unused: of('f', 'a') }))
    .then([]);
  given(quota, []).when(settle()).then([]);
});

test('reservations whose places are all taken are settled with the next one', () => {
  given(quota, [reserved('a'), reserved('b'), reserved('c'), settled([1])])
    .when({ ...reserve(9, 'd'), settled: [0, 1] })
    .then([settled([0]), reserved('d')]);
});

test('keeps each form apart, in one append', () => {
  const submissions = [...of('f', 'a'), ...of('g', 'b'), ...of('f', 'c')];
  const data = { submissionIds: ['b'], formId: 'g', at };
  const command = { type: 'ReserveSubmissions', submissions, at } as const;
  given(quota, [])
    .when({ ...command, limit: 3 })
    .then([reserved('a', 'c'), { type: 'SubmissionQuotaReserved', data }]);
  given(quota, [])
    .when({ ...command, limit: 2 })
    .then([reserved('a'), { type: 'SubmissionQuotaReserved', data }]);
});

test('what an earlier release gave back singly is free, and never counts below nothing', () => {
  given(quota, [reserved('a', 'b'), released('a')])
    .when(reserve(2, 'c'))
    .then([reserved('c')]);
  assert.is(fold(quota, quota.initial, [reserved('a'), released('a', 'b')]).used, 0);
});

test('every hundred events the state is recorded, with what is not settled', () => {
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

test('folding from the last recorded state, or from any other, leads to the same state', () => {
  const step = fc.record({ settles: fc.option(fc.nat(400)), count: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 120, maxLength: 300 }), (steps) => {
      const events: QuotaEvent[] = [];
      let state = quota.initial;
      steps.forEach(({ settles, count }, index) => {
        const ids = Array.from({ length: count }, (_, number) => `${index}-${number}`);
        const command =
          settles === null ? reserve(250, ...ids) : settle({ reservation: settles, unused: of('f', 'x') });
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
