import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import { file, type FileCommand } from '../../../domain/file/decider.ts';
import type { FileEvent } from '../../../domain/file/events.ts';

const test = suite('a file');
const at = '2026-11-28T20:00:00.000Z';
const received: FileEvent = {
  type: 'FileReceived',
  data: { fileId: 'F', accountId: 'A', formId: 'form', contentId: 'C', size: 5, uploadedBy: 'api', at },
};
const claimedBy = (submissionId: string): FileEvent => ({
  type: 'FileClaimed',
  data: { submissionId, fieldId: 'cv', at },
});
const claim = (submissionId: string, instead: string | null = null): FileCommand => ({
  type: 'ClaimFile',
  submissionId,
  fieldId: 'cv',
  instead,
  at,
});
const given = (...events: FileEvent[]) => ({
  when: (command: FileCommand) => file.decide(command, fold(file, file.initial, events)),
});
const events = (...expected: FileEvent[]) => ({ ok: true, value: expected });
const refusal = (error: object) => ({ ok: false, error });

test('it is received once', () => {
  const receive: FileCommand = { type: 'ReceiveFile', ...received.data };
  assert.equal(given().when(receive), events(received));
  assert.equal(given(received).when(receive), refusal({ code: 'already_exists' }));
});

test('one submission claims it, and may say so again', () => {
  assert.equal(given(received).when(claim('S1')), events(claimedBy('S1')));
  assert.equal(given(received, claimedBy('S1')).when(claim('S1')), events());
  assert.equal(
    given(received, claimedBy('S1')).when(claim('S2')),
    refusal({ code: 'claimed_elsewhere', submissionId: 'S1' }),
  );
});

test('it is taken over from the submission that was named, and from no other', () => {
  const before = given(received, claimedBy('S1'));
  assert.equal(before.when(claim('S2', 'S1')), events(claimedBy('S2')));
  assert.equal(before.when(claim('S2', 'S3')), refusal({ code: 'claimed_elsewhere', submissionId: 'S1' }));
});

test('only its holder releases it', () => {
  const release = (submissionId: string): FileCommand => ({ type: 'ReleaseFile', submissionId, at });
  assert.equal(
    given(received, claimedBy('S1')).when(release('S1')),
    events({ type: 'FileReleased', data: { submissionId: 'S1', at } }),
  );
  assert.equal(given(received, claimedBy('S1')).when(release('S2')), events());
  assert.equal(
    given(received, claimedBy('S1'), { type: 'FileReleased', data: { submissionId: 'S1', at } }).when(
      claim('S2'),
    ),
    events(claimedBy('S2')),
  );
});

const dropped: FileEvent = { type: 'FileDropped', data: { submissionId: 'S1', at } };

test('a submission drops it, and gets it back unless another has it', () => {
  const drop = (submissionId: string): FileCommand => ({ type: 'DropFile', submissionId, at });
  const takeBack: FileCommand = { type: 'TakeFileBack', submissionId: 'S1', at };
  const before = given(received, claimedBy('S1'));
  assert.equal(before.when(drop('S1')), events(dropped));
  assert.equal(before.when(drop('S2')), events());
  assert.equal(before.when(takeBack), events());
  const after = given(received, claimedBy('S1'), dropped);
  assert.equal(after.when(drop('S1')), events());
  assert.equal(after.when(takeBack), events(claimedBy('S1')));
  assert.equal(given(received, claimedBy('S1'), dropped, claimedBy('S2')).when(takeBack), events());
});

test('a dropped one is claimed again, by another submission only instead of the one that dropped it', () => {
  const before = given(received, claimedBy('S1'), dropped);
  assert.equal(before.when(claim('S1')), events(claimedBy('S1')));
  assert.equal(
    before.when(claim('S2')),
    refusal({ code: 'claimed_elsewhere', submissionId: 'S1', isDropped: true }),
  );
  assert.equal(before.when(claim('S2', 'S1')), events(claimedBy('S2')));
});

test('a dropped one expires, and is erased with the submission that dropped it', () => {
  const before = given(received, claimedBy('S1'), dropped);
  assert.equal(
    before.when({ type: 'ExpireFile', holder: null, at }),
    events({ type: 'FileExpired', data: { at } }),
  );
  assert.equal(
    before.when({ type: 'EraseFile', submissionId: 'S1', at }),
    events({ type: 'FileErased', data: { submissionId: 'S1', at } }),
  );
  assert.equal(before.when({ type: 'EraseFile', submissionId: 'S2', at }), events());
});

test('it expires once, and not from under a submission that may exist', () => {
  const expired: FileEvent = { type: 'FileExpired', data: { at } };
  const expire = (holder: string | null): FileCommand => ({ type: 'ExpireFile', holder, at });
  assert.equal(given(received).when(expire(null)), events(expired));
  assert.equal(given(received, expired).when(expire(null)), events());
  assert.equal(
    given(received, claimedBy('S1')).when(expire(null)),
    refusal({ code: 'claimed_elsewhere', submissionId: 'S1' }),
  );
  assert.equal(given(received, claimedBy('S1')).when(expire('S1')), events(expired));
  assert.equal(given(received, expired).when(claim('S1')), refusal({ code: 'not_found' }));
});

test('it is erased with the submission that has it', () => {
  const erase = (submissionId: string): FileCommand => ({ type: 'EraseFile', submissionId, at });
  const erased: FileEvent = { type: 'FileErased', data: { submissionId: 'S1', at } };
  assert.equal(given(received, claimedBy('S1')).when(erase('S1')), events(erased));
  assert.equal(given(received, claimedBy('S1')).when(erase('S2')), events());
  assert.equal(given(received, claimedBy('S1'), erased).when(erase('S1')), events());
  assert.equal(given(received, claimedBy('S1'), erased).when(claim('S1')), refusal({ code: 'not_found' }));
});

test('nothing happens to a file that was not received', () => {
  assert.equal(given().when(claim('S1')), refusal({ code: 'not_found' }));
});

test.run();
