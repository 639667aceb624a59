import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import { storage, type StorageCommand } from '../../../domain/storage/decider.ts';
import type { StorageEvent } from '../../../domain/storage/events.ts';

const test = suite('the bytes of the files of a month');
const at = '2026-11-28T20:00:00.000Z';
const reserved = (fileId: string, bytes: number): StorageEvent => ({
  type: 'FileBytesReserved',
  data: { fileId, bytes, at },
});
const returned = (fileId: string): StorageEvent => ({ type: 'FileBytesReturned', data: { fileId, at } });
const reserve = (
  fileId: string,
  bytes: number,
  limit: number | null = null,
  elsewhere = 0,
): StorageCommand => ({ type: 'ReserveBytes', fileId, bytes, limit, elsewhere, at });
const given = (...events: StorageEvent[]) => ({
  when: (command: StorageCommand) => storage.decide(command, fold(storage, storage.initial, events)),
});

test('a file is counted once', () => {
  assert.equal(given().when(reserve('F', 5)), { ok: true, value: [reserved('F', 5)] });
  assert.equal(given(reserved('F', 5)).when(reserve('F', 5)), { ok: true, value: [] });
});

test('files fit exactly into the limit, with those of other months', () => {
  assert.equal(given(reserved('F', 60)).when(reserve('G', 30, 100, 10)).ok, true);
  assert.equal(given(reserved('F', 60)).when(reserve('G', 31, 100, 10)), {
    ok: false,
    error: { code: 'plan_limit_reached', resource: 'file_bytes', limit: 100, current: 70 },
  });
});

test('bytes are returned once, and there is room again', () => {
  const full = given(reserved('F', 100));
  assert.equal(full.when({ type: 'ReturnBytes', fileId: 'F', at }), { ok: true, value: [returned('F')] });
  const free = given(reserved('F', 100), returned('F'));
  assert.equal(free.when({ type: 'ReturnBytes', fileId: 'F', at }), { ok: true, value: [] });
  assert.equal(free.when(reserve('G', 100, 100)), { ok: true, value: [reserved('G', 100)] });
});

test.run();
