import fc from 'fast-check';
import { isArray, isObject, type Json } from '../support/json-schema.ts';

const deep = (depth: number): Json =>
  depth === 0 ? 1 : depth % 2 === 0 ? [deep(depth - 1)] : { a: deep(depth - 1) };

/** Texts that parsers, databases and pages are known to stumble over. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\ufeff',
    '\u202e',
    '\r\n',
    '\u2028',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'null',
    'undefined',
    'NaN',
    '-0',
    '1e999',
    '9007199254740993',
    '-1',
    '0x10',
    '1.5',
    'true',
    '[object Object]',
    '$where',
    '$gt',
    'a.b',
    '{}',
    '[]',
    '../../etc/passwd',
    '..',
    '.',
    '%',
    '%zz',
    '%00',
    '<script>',
    "' OR 1=1",
    '${7*7}',
    '{{7*7}}',
    '🙂',
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '0000-00-00',
    '275760-09-14T00:00:00Z',
    'Invalid Date',
    'http://',
    'https:///x',
    'https://[::1',
    'javascript:alert(1)',
    'a@b',
    'x'.repeat(5_000),
    '\u0301'.repeat(99),
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);

/** Values of the wrong type, size or kind. */
const hostileValue: fc.Arbitrary<Json> = fc.oneof(
  hostileText,
  fc.constantFrom<Json>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    1.5,
    1e21,
    1e308,
    -1e308,
    5e-324,
    2 ** 53,
    2 ** 31,
    -(2 ** 63),
    [],
    {},
    [null],
    [[]],
    { __proto__: null },
    { $gt: '' },
    { constructor: {} },
    deep(31),
    deep(40),
    Array.from({ length: 300 }, () => 1),
    Object.fromEntries(Array.from({ length: 1_100 }, (_, i) => [`m${i}`, i])),
  ),
  fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json),
);

/** A value with something in it replaced, taken away or added. */
export function mutated(value: Json): fc.Arbitrary<Json> {
  const replaced = hostileValue;
  if (isArray(value) && value.length > 0)
    return fc.oneof(
      replaced,
      fc
        .nat(value.length - 1)
        .chain((at) => mutated(value[at] ?? null).map((item): Json => [...value].with(at, item))),
      fc.constant([...value, ...value]),
    );
  if (!isObject(value)) return replaced;
  const entries = Object.entries(value);
  const added = fc
    .tuple(fc.constantFrom('__proto__', 'constructor', 'unknown', '', 'id', '$set'), hostileValue)
    .map(([name, member]): Json => Object.fromEntries([...entries, [name, member]]));
  if (entries.length === 0) return fc.oneof(replaced, added);
  const changed = fc
    .nat(entries.length - 1)
    .chain((at) =>
      mutated(entries[at]?.[1] ?? null).map((member): Json =>
        Object.fromEntries(entries.map(([name, own], i) => [name, i === at ? member : own])),
      ),
    );
  const without = fc
    .nat(entries.length - 1)
    .map((at): Json => Object.fromEntries(entries.filter((_, i) => i !== at)));
  return fc.oneof({ weight: 6, arbitrary: changed }, without, added, replaced);
}

/** The bytes of a JSON body in which the text itself is at fault. */
export function brokenJson(text: string): fc.Arbitrary<Buffer> {
  const half = text.slice(0, Math.floor(text.length / 2));
  const inside = text.startsWith('{') ? text.slice(1) : `"a":1}`;
  const texts = [
    half,
    `${text},`,
    `${text}x`,
    '',
    ' ',
    'NaN',
    'Infinity',
    '-',
    '01',
    '1e999',
    "{'a':1}",
    '{"a":1,}',
    '[1,]',
    `{"__proto__":{"x":1},${inside}`,
    `{"id":"a","id":"b",${inside}`,
    `{"\\u0069d":1,"id":2,${inside}`,
    '['.repeat(10_000),
    '{"a":'.repeat(5_000),
    '"\\ud800"',
    '"\\x"',
    '"\u0001"',
    `\ufeff${text}`,
    '// c\n{}',
    `{"a":${'9'.repeat(5_000)},${inside}`,
    `{"a":"${'\\u0000'.repeat(50)}",${inside}`,
    'null',
    '"text"',
    '7',
  ];
  return fc.oneof(
    fc.constantFrom(...texts).map((each) => Buffer.from(each)),
    fc.nat(text.length).map((at) => {
      const body = Buffer.from(text);
      return Buffer.concat([body.subarray(0, at), Buffer.from([0xff, 0xc0, 0x80]), body.subarray(at)]);
    }),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.constant(Buffer.from(text, 'utf16le')),
  );
}
