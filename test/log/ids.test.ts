import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { derivedId } from '../../domain/derived-id.ts';
import { newId, timeDigits } from '../../log/ids.ts';

const test = suite('ids');

const time = () => fc.integer({ min: 0, max: 62 ** 8 - 1 });

test('a new id has 20 Base62 characters, and is unique', () => {
  const ids = Array.from({ length: 10_000 }, newId);
  for (const id of ids) assert.match(id, /^[0-9A-Za-z]{20}$/);
  assert.is(new Set(ids).size, ids.length);
});

test('new ids sort by their time of creation', () => {
  const before = timeDigits(Date.now() - 1);
  const id = newId();
  assert.ok(before < id);
  assert.ok(id < timeDigits(Date.now() + 1));
});

test('the digits of times sort like the times', () => {
  fc.assert(
    fc.property(time(), time(), (one, other) => {
      assert.is(timeDigits(one) < timeDigits(other), one < other);
      assert.match(timeDigits(one), /^[0-9A-Za-z]{8}$/);
    }),
  );
});

test('a derived id depends on its parts only', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (parts) => {
      assert.is(derivedId(...parts), derivedId(...parts));
      assert.match(derivedId(...parts), /^[0-9A-Za-z]{20}$/);
      assert.not(derivedId(...parts, 'another') === derivedId(...parts));
    }),
  );
});

test.run();
