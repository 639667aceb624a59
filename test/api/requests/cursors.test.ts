import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../api/errors/errors.ts';
import { openCursors } from '../../../api/requests/cursors.ts';

const test = suite('cursors');
const cursors = openCursors(randomBytes(32));
const binding = ['account', 'submissions', 'form', null, true];
const place = { at: '2026-01-02T03:04:05.678Z', id: 'abc' };

const refuses = (name: string, read: () => unknown) => {
  try {
    read();
    assert.unreachable(name);
  } catch (error) {
    assert.is(error instanceof ApiError && error.code, 'invalid_request', name);
  }
};

test('a cursor leads back to its place', () => {
  assert.equal(cursors.read(binding, cursors.issue(binding, place)), place);
});

test('during a change of the key, cursors of both keys are read', () => {
  const [before, after] = [randomBytes(32), randomBytes(32)];
  const old = openCursors(before).issue(binding, place);
  const both = openCursors(after, [before]);
  assert.equal(both.read(binding, old), place);
  assert.equal(openCursors(after).read(binding, both.issue(binding, place)), place);
  refuses('the old key alone', () => openCursors(after).read(binding, old));
});

test('a cursor is valid for no other list, account or filter', () => {
  const cursor = cursors.issue(binding, place);
  for (const at of binding.keys()) {
    const other = binding.map((part, index) => (index === at ? 'other' : part));
    refuses(`part ${at}`, () => cursors.read(other, cursor));
  }
  refuses('a text for null', () => cursors.read(['account', 'submissions', 'form', 'null', true], cursor));
  refuses('another key', () => openCursors(randomBytes(32)).read(binding, cursor));
});

test('every changed cursor is refused', () => {
  const cursor = cursors.issue(binding, place);
  for (let at = 0; at < cursor.length; at++)
    for (const character of 'AZ.=') {
      if (cursor[at] === character) continue;
      refuses(`${at}`, () => cursors.read(binding, cursor.slice(0, at) + character + cursor.slice(at + 1)));
    }
  for (const text of ['', '.', 'x', '..', `${cursor}.`, `${cursor}A`, cursor.slice(1), cursor.slice(0, -1)])
    refuses(text, () => cursors.read(binding, text));
});

test.run();
