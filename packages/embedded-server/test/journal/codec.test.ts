import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  bytes,
  createByteReader,
  createByteWriter,
  double,
  doubles,
  json,
  text,
} from '../../src/journal/codec.ts';
import { object, string } from '../../src/shapes.ts';

const test = suite('codec of the journal');

/** The first size of the writer's buffer. */
const firstRoom = 1 << 16;

test('the buffer grows for a single byte', () => {
  for (const before of [firstRoom - 5, firstRoom - 4, firstRoom - 3]) {
    const out = createByteWriter();
    out.bytes(Buffer.alloc(before));
    out.byte(7);
    const from = createByteReader(out.written());
    assert.is(from.bytes().length, before);
    assert.is(from.byte(), 7);
    assert.ok(from.ended);
  }
});

test('law: all that was written is read, of whatever length, also from a writer that is reused', () => {
  const settings = json(object({ name: string }));
  const out = createByteWriter();
  const anything = fc.tuple(fc.nat(2 * firstRoom), fc.string(), fc.double(), fc.nat(255));
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 4 }), (all) => {
      out.clear();
      for (const [length, name, number, byte] of all) {
        bytes.write(out, Buffer.alloc(length, byte));
        out.byte(byte);
        text.write(out, name);
        double.write(out, number);
        doubles.write(out, [number, length]);
        settings.write(out, { name });
      }
      const from = createByteReader(Buffer.from(out.written()));
      for (const [length, name, number, byte] of all) {
        assert.ok(bytes.read(from).equals(Buffer.alloc(length, byte)));
        assert.is(from.byte(), byte);
        assert.is(text.read(from), name);
        assert.ok(Object.is(double.read(from), number));
        assert.equal(doubles.read(from), [number, length]);
        assert.equal(settings.read(from), { name });
      }
      assert.ok(from.ended);
    }),
  );
});

test('JSON of another shape is refused', () => {
  const out = createByteWriter();
  text.write(out, '{"name":1}');
  const from = createByteReader(out.written());
  assert.throws(() => json(object({ name: string })).read(from));
});

test.run();
