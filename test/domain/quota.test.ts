import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../domain/decider.ts';
import { quota } from '../../domain/quota/decider.ts';
import type { QuotaEvent } from '../../domain/quota/events.ts';
import { given } from '../support/spec.ts';

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
const of = (formId: string, ...ids: string[]) => ids.map((submissionId) => ({ submissionId, formId }));
const reserve = (limit: number | null, ...ids: string[]) =>
  ({ type: 'ReserveSubmissions', submissions: of('f', ...ids), limit, at }) as const;

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

test('without a limit everything is granted', () => {
  given(quota, [reserved('a')])
    .when(reserve(null, 'b', 'c'))
    .then([reserved('b', 'c')]);
});

test('what is released can be reserved again', () => {
  given(quota, [reserved('a', 'b')])
    .when({ type: 'ReleaseSubmissions', submissions: of('f', 'a'), at })
    .then([released('a')]);
  given(quota, [reserved('a', 'b'), released('a')])
    .when(reserve(2, 'c'))
    .then([reserved('c')]);
  given(quota, []).when({ type: 'ReleaseSubmissions', submissions: [], at }).then([]);
});

test('tells each form apart, in one append', () => {
  const submissions = [...of('f', 'a'), ...of('g', 'b'), ...of('f', 'c')];
  const data = { submissionIds: ['b'], formId: 'g', at };
  given(quota, [])
    .when({ type: 'ReserveSubmissions', submissions, limit: 3, at })
    .then([reserved('a', 'c'), { type: 'SubmissionQuotaReserved', data }]);
  given(quota, [])
    .when({ type: 'ReserveSubmissions', submissions, limit: 2, at })
    .then([reserved('a'), { type: 'SubmissionQuotaReserved', data }]);
});

test('never counts below nothing', () => {
  assert.equal(fold(quota, quota.initial, [reserved('a'), released('a', 'b')]), { used: 0 });
});

test.run();
