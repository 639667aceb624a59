import Type from 'typebox';
import { Value } from 'typebox/value';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('scripts/shared-shapes');

function haveSameHiddenClass(one: object, other: object): boolean {
  setFlagsFromString('--allow-natives-syntax');
  const compare: unknown = runInThisContext('(one, other) => %HaveSameMap(one, other)');
  if (typeof compare !== 'function') throw new Error('V8 cannot compare hidden classes');
  return Value.Parse(Type.Boolean(), Reflect.apply(compare, null, [one, other]));
}

test('objects of a literal that begins with a spread share a hidden class', () => {
  const literal = (a: number) => ({ ...{ a }, b: 2, ...{ c: 3 } });
  // V8 treats a function otherwise once it has run often.
  const objects = Array.from({ length: 1_000 }, (_, a) => literal(a));
  const [one, other] = objects.slice(-2);
  if (!one || !other) throw new Error('there are no objects');
  assert.equal(one, { a: 998, b: 2, c: 3 });
  assert.equal(Object.keys(one), ['a', 'b', 'c']);
  assert.ok(haveSameHiddenClass(one, other));
});

test.run();
