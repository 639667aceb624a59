import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { derivedId, derivedIdAt, newId } from '../../log/ids.ts';

const test = suite('ids');

const time = () => fc.integer({ min: 0, max: 8_640_000_000_000_000 / 50 });

test('a new id has 20 Base62 characters, and is another each time', () => {
  const ids = Array.from({ length: 10_000 }, newId);
  for (const id of ids) assert.match(id, /^[0-9A-Za-z]{20}$/);
  assert.is(new Set(ids).size, ids.length);
});

test('new ids sort by the time at which they were made', () => {
  const before = derivedIdAt(Date.now() - 1, 'before');
  const id = newId();
  assert.ok(before < id);
  assert.ok(id < derivedIdAt(Date.now() + 1, 'after'));
});

test('a derived id follows from its parts and its time, and from nothing else', () => {
  fc.assert(
    fc.property(time(), fc.array(fc.string()), (at, parts) => {
      assert.is(derivedIdAt(at, ...parts), derivedIdAt(at, ...parts));
      assert.is(derivedId(...parts), derivedId(...parts));
      assert.match(derivedIdAt(at, ...parts), /^[0-9A-Za-z]{20}$/);
      assert.not(derivedIdAt(at, ...parts, 'another') === derivedIdAt(at, ...parts));
    }),
  );
});

test('derived ids sort by their time, whatever their parts are', () => {
  fc.assert(
    fc.property(time(), time(), fc.string(), fc.string(), (one, other, a, b) => {
      fc.pre(one < other);
      assert.ok(derivedIdAt(one, a) < derivedIdAt(other, b));
    }),
  );
});

test.run();
