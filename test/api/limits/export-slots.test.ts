import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../api/errors/errors.ts';
import { exportSlots } from '../../../api/limits/export-slots.ts';

const test = suite('slots of exports');

const isLimited = (take: () => unknown): boolean => {
  try {
    take();
  } catch (error) {
    return error instanceof ApiError && error.status === 429 && error.headers['retry-after'] !== undefined;
  }
  return false;
};

const of = (accountId: string, caller = accountId) => ({ accountId, caller });

test('an account has some, and gets one back by a release', () => {
  const slots = exportSlots({ perAccount: 2, perCaller: 10, perProcess: 10 });
  const release = slots.take(of('one'));
  slots.take(of('one', 'another key'));
  assert.ok(isLimited(() => slots.take(of('one', 'a third key'))));
  slots.take(of('other'));
  release();
  slots.take(of('one'));
  assert.ok(isLimited(() => slots.take(of('one'))));
});

test('a caller has some in all accounts together', () => {
  const slots = exportSlots({ perAccount: 2, perCaller: 3, perProcess: 10 });
  const releases = ['one', 'two', 'three'].map((id) => slots.take(of(id, 'operator')));
  assert.ok(isLimited(() => slots.take(of('four', 'operator'))));
  slots.take(of('four', 'key'));
  releases[0]?.();
  slots.take(of('four', 'operator'));
});

test('all accounts together have no more than the process', () => {
  const slots = exportSlots({ perAccount: 2, perCaller: 2, perProcess: 3 });
  const releases = ['one', 'two', 'three'].map((id) => slots.take(of(id)));
  assert.ok(isLimited(() => slots.take(of('four'))));
  releases[0]?.();
  slots.take(of('four'));
});

test('a release works once', () => {
  const slots = exportSlots({ perAccount: 1, perCaller: 1, perProcess: 2 });
  const release = slots.take(of('one'));
  release();
  slots.take(of('one'));
  release();
  assert.ok(isLimited(() => slots.take(of('one'))));
});

test.run();
