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
  data: { submissionIds, at },
});
const released = (...submissionIds: string[]): QuotaEvent => ({
  type: 'SubmissionQuotaReleased',
  data: { submissionIds, at },
});
const reserve = (limit: number | null, ...submissionIds: string[]) =>
  ({ type: 'ReserveSubmissions', submissionIds, limit, at }) as const;

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
    .when({ type: 'ReleaseSubmissions', submissionIds: ['a'], at })
    .then([released('a')]);
  given(quota, [reserved('a', 'b'), released('a')])
    .when(reserve(2, 'c'))
    .then([reserved('c')]);
  given(quota, []).when({ type: 'ReleaseSubmissions', submissionIds: [], at }).then([]);
});

test('never counts below nothing', () => {
  assert.equal(fold(quota, quota.initial, [reserved('a'), released('a', 'b')]), { used: 0 });
});

test.run();
