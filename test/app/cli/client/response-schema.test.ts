import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listOf, response } from '../../../../app/cli/client/response-schema.ts';

const test = suite('responses of a service of another release');

const Item = Type.Object(
  {
    id: Type.String({ maxLength: 3 }),
    status: Type.Enum(['open', 'closed']),
    count: Type.Integer(),
    owner: Type.Object({ kind: Type.Literal('key') }, { additionalProperties: false }),
  },
  { additionalProperties: false },
);
const Needed = response(Item, 'id', 'status');
const isTaken = (value: unknown): boolean => Value.Check(Needed, value);

test('optional members may be missing or null, and unknown ones may be present', () => {
  assert.ok(isTaken({ id: 'a', status: 'open' }));
  assert.ok(isTaken({ id: 'a', status: 'open', count: null, more: 1 }));
  assert.ok(isTaken({ id: 'a', status: 'open', owner: { kind: 'key', more: 1 } }));
});

test('unknown values of enumerations are accepted', () => {
  assert.ok(isTaken({ id: 'longer', status: 'paused', owner: { kind: 'person' } }));
});

test('required members must be present, and every member must have its type', () => {
  assert.not(isTaken({ id: 'a' }));
  assert.not(isTaken({ id: 'a', status: null }));
  assert.not(isTaken({ id: 'a', status: 1 }));
  assert.not(isTaken({ id: 'a', status: 'open', count: 'many' }));
  assert.not(isTaken({ id: 'a', status: 'open', owner: {} }));
});

test('a list may be complete or a page', () => {
  const List = listOf(Needed);
  const data = [{ id: 'a', status: 'open' }];
  assert.ok(Value.Check(List, { data, count: 1 }));
  assert.ok(Value.Check(List, { data, has_more: false, next_cursor: null }));
  assert.not(Value.Check(List, { data: [{ id: 'a' }] }));
});

test.run();
