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

test('an account has some, and gets one back by a release', () => {
  const slots = exportSlots({ perAccount: 2, perProcess: 10 });
  const release = slots.take('one');
  slots.take('one');
  assert.ok(isLimited(() => slots.take('one')));
  slots.take('other');
  release();
  slots.take('one');
  assert.ok(isLimited(() => slots.take('one')));
});

test('all accounts together have no more than the process', () => {
  const slots = exportSlots({ perAccount: 2, perProcess: 3 });
  const releases = ['one', 'two', 'three'].map((id) => slots.take(id));
  assert.ok(isLimited(() => slots.take('four')));
  releases[0]?.();
  slots.take('four');
});

test('a release works once', () => {
  const slots = exportSlots({ perAccount: 1, perProcess: 2 });
  const release = slots.take('one');
  release();
  slots.take('one');
  release();
  assert.ok(isLimited(() => slots.take('one')));
});

test.run();
