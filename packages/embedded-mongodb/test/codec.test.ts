import fc from 'fast-check';
import { Binary, BSON, Double, Int32, Long, ObjectId, Timestamp } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MongoError } from '../src/error.ts';
import { compare } from '../src/query/compare.ts';
import { invert, keyOf } from '../src/storage/key.ts';
import { after } from '../src/storage/key-range.ts';
import { decode } from '../src/wire/decode.ts';
import { encode } from '../src/wire/encode.ts';
import { RawDocument } from '../src/wire/raw-document.ts';
import { type Value } from '../src/wire/value.ts';

const test = suite('mongodb: documents and keys');

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

/** Neighbouring numbers around the limit of exact doubles. */
const close = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map((n) => new Int32(n)),
  fc.bigInt({ min: -3n, max: 3n }).map((n) => Long.fromBigInt(2n ** 53n + n)),
  fc.integer({ min: -3, max: 3 }).map((n) => new Double(2 ** 53 + n)),
  fc
    .constantFrom(0.5, -0.5, -0, Number.NaN, Infinity, -Infinity, 2 ** 63, -(2 ** 63))
    .map((n) => new Double(n)),
);

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('', '\0', 'a\0', 'a\0\xff', 'a\x01', 'a', 'ab'),
);
const bytes = fc.uint8Array({ minLength: 12, maxLength: 12 });

const scalar = fc.oneof(
  close,
  fc.integer().map((n) => new Int32(n | 0)),
  fc.double().map((n) => new Double(n)),
  int64.map((n) => Long.fromBigInt(n)),
  text,
  fc.boolean(),
  fc.constant(null),
  fc.integer().map((ms) => new Date(ms)),
  bytes.map((id) => new ObjectId(id)),
  fc.uint8Array({ maxLength: 4 }).map((data) => new Binary(data)),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((n) => new Timestamp(n)),
);

const name = fc.string({ maxLength: 3 }).filter((one) => !one.includes('\0'));

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { arbitrary: scalar, weight: 4 },
    { arbitrary: fc.array(tie('value'), { maxLength: 3 }), weight: 1 },
    { arbitrary: fc.dictionary(name, tie('value'), { maxKeys: 3 }), weight: 1 },
  ),
}));

const serialized = (of: object): Buffer => Buffer.from(BSON.serialize(of));

/** A value in the form of the server. */
const held = (one: unknown): Value => decode(serialized({ one })).get('one') ?? null;

test('documents of the reference library come back byte for byte', () => {
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 6 }), (document) => {
      const original = serialized(document);
      assert.equal(encode(decode(original)), original);
    }),
  );
});

test('a field that is read alone has its value in the whole document', () => {
  fc.assert(
    fc.property(
      fc.dictionary(name, value, { maxKeys: 6 }),
      fc.array(name, { maxLength: 3 }),
      (document, others) => {
        const whole = decode(serialized(document));
        const raw = new RawDocument(serialized(document));
        assert.equal(raw.keys(), [...whole.keys()]);
        for (const one of [...others, ...whole.keys()]) assert.equal(raw.get(one), whole.get(one));
      },
    ),
  );
});

test('keys sort as the values compare, and equal values have equal keys', () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      const [x, y] = [held(a), held(b)];
      assert.is(Math.sign(Buffer.compare(keyOf(x), keyOf(y))), Math.sign(compare(x, y)));
    }),
    { numRuns: 500 },
  );
});

test('no key is the beginning of another', () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      const [x, y] = [keyOf(held(a)), keyOf(held(b))];
      assert.is(y.subarray(0, x.length).equals(x), x.equals(y));
    }),
    { numRuns: 1000 },
  );
});

test('numbers of any type compare by their exact value', () => {
  const exact = (one: Int32 | Long | Double): bigint | number =>
    one instanceof Long ? one.toBigInt() : one.valueOf();
  fc.assert(
    fc.property(close, close, (a, b) => {
      const [x, y] = [exact(a), exact(b)];
      const expected = x < y ? -1 : x > y ? 1 : Number(Number.isNaN(y)) - Number(Number.isNaN(x));
      assert.is(Math.sign(Buffer.compare(keyOf(held(a)), keyOf(held(b)))), expected);
    }),
    { numRuns: 500 },
  );
});

test('texts sort by their UTF-8 bytes', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const expected = Buffer.compare(Buffer.from(a), Buffer.from(b));
      assert.is(Buffer.compare(keyOf(held(a)), keyOf(held(b))), expected);
    }),
  );
});

test('keys in a sequence sort by the first difference, in any mix of directions', () => {
  const pair = fc.tuple(value, value);
  fc.assert(
    fc.property(pair, pair, fc.boolean(), fc.boolean(), (a, b, down1, down2) => {
      const part = (one: unknown, down: boolean): Buffer =>
        down ? invert(keyOf(held(one))) : keyOf(held(one));
      const key = ([first, second]: [unknown, unknown]): Buffer =>
        Buffer.concat([part(first, down1), part(second, down2)]);
      const firsts = compare(held(a[0]), held(b[0])) * (down1 ? -1 : 1);
      const seconds = compare(held(a[1]), held(b[1])) * (down2 ? -1 : 1);
      const expected = Math.sign(firsts) || Math.sign(seconds);
      assert.is(Math.sign(Buffer.compare(key(a), key(b))), expected || 0);
    }),
    { numRuns: 500 },
  );
});

test('the key after a prefix is behind all keys with the prefix, and before all others', () => {
  const some = fc.uint8Array({ minLength: 1, maxLength: 4 }).map((one) => Buffer.from(one));
  fc.assert(
    fc.property(some, some, (prefix, other) => {
      // No key begins with 255.
      fc.pre(prefix[0] !== 255 && other[0] !== 255);
      const next = after(prefix);
      const begins = other.subarray(0, prefix.length).equals(prefix);
      assert.is(begins || Buffer.compare(other, prefix) < 0, Buffer.compare(other, next) < 0);
    }),
  );
});

test('a damaged document is read or refused, with no other error', () => {
  fc.assert(
    fc.property(
      fc.dictionary(name, value),
      fc.nat(),
      fc.nat(255),
      fc.nat(),
      (document, place, byte, length) => {
        const damaged = serialized(document);
        damaged[place % damaged.length] = byte;
        try {
          decode(damaged.subarray(0, length % 3 === 0 ? length % (damaged.length + 1) : damaged.length));
        } catch (error) {
          assert.instance(error, MongoError);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test('types that are not supported are named', () => {
  const refusal = (document: object): string => {
    try {
      decode(serialized(document));
      return '';
    } catch (error) {
      return String(error);
    }
  };
  assert.match(refusal({ a: new BSON.Decimal128('1.5') }), 'decimal128');
  assert.match(refusal({ a: [new BSON.Code('x')] }), 'JavaScript code');
  assert.match(refusal({ a: { b: /x/ } }), 'regular expression');
  assert.match(refusal({ a: new BSON.MaxKey() }), 'greatest key');
});

test.run();
