import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  boolean,
  checked,
  either,
  exactObject,
  integer,
  nothing,
  number,
  object,
  oneOf,
  record,
  type Shape,
  string,
  text,
} from '../src/shapes.ts';

const test = suite('shapes');

const cases: readonly (readonly [string, Shape<unknown>, readonly unknown[], readonly unknown[]])[] = [
  ['string', string, ['', 'a'], [1, null, undefined, {}]],
  ['text', text, ['a'], ['', 1]],
  ['boolean', boolean, [true, false], ['true', 0, null]],
  ['nothing', nothing, [null], [undefined, 0, '']],
  ['number', number(), [0, -1.5, 1e300], [NaN, Infinity, '1', 1n]],
  ['number from 0', number(0), [0, 0.5], [-0.5]],
  ['integer', integer(), [0, -3], [0.5, NaN, '1']],
  ['integer from 1', integer(1), [1], [0, 1.5]],
  ['one of', oneOf(['a', 'b']), ['a', 'b'], ['c', null]],
  ['either', either(string, nothing), ['a', null], [1]],
  ['record', record(string), [{}, { a: 'b' }], [{ a: 1 }, [], null, 'a']],
];
for (const [name, shape, valid, invalid] of cases)
  test(name, () => {
    for (const value of valid) assert.ok(shape(value), String(value));
    for (const value of invalid) assert.not(shape(value), String(value));
  });

test('an object has every required member, and may have others', () => {
  const shape = object({ id: integer() }, { name: string });
  for (const value of [{ id: 1 }, { id: 1, name: 'a' }, { id: 1, other: 2 }]) assert.ok(shape(value));
  for (const value of [{}, { id: 'a' }, { id: 1, name: 2 }, { id: 1, name: undefined }, [1], null])
    assert.not(shape(value));
});

test('an exact object has no others', () => {
  const shape = exactObject({ id: integer() }, { name: string });
  for (const value of [{ id: 1 }, { id: 1, name: 'a' }]) assert.ok(shape(value));
  for (const value of [{}, { id: 1, other: 2 }, { id: 1, toString: 'a' }]) assert.not(shape(value));
});

test('the error of another value does not show the value', () => {
  assert.is(checked(string, 'a', 'the options'), 'a');
  assert.throws(
    () => checked(object({ token: integer() }), { token: 'secret' }, 'the options'),
    (error: unknown) => error instanceof TypeError && error.message === 'the options: not valid',
  );
});

test.run();
