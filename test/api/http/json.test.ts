import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../api/errors/errors.ts';
import { parseJson } from '../../../api/http/json.ts';

const test = suite('JSON bodies');
const parse = (text: string | Uint8Array) => parseJson(Buffer.from(text));

test('what JSON can say is read as it is', () => {
  for (const value of [
    { a: [1, 2.5, -3e2, true, false, null], 'ä"\\\u0007': { '': 'x' } },
    [[{ a: 1 }], [{ a: 1 }]],
    { a: { x: 1 }, b: { x: 2 }, x: ':{[' },
    { a: '"quoted": 1, "quoted": 2', b: '\\', c: '\\"', d: '😀 😀' },
    'text',
    7,
    { constructor: 'a word', prototype: { toString: 1 } },
  ]) {
    assert.equal(parse(JSON.stringify(value)), value);
    assert.equal(parse(JSON.stringify(value, null, '\t')), value);
  }
  assert.is(parse('{"a":"\\ud83d\\ude00"}') !== null, true);
  assert.is(parse(''), undefined);
});

test('what could be understood in two ways, or harm, is refused', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  assert.ok(parse(deep(32)));
  const cases: Record<string, string | Uint8Array> = {
    'no JSON': '{"a":}',
    'cut off': '{"a":1',
    'a comment': '{/* */}',
    'a name twice': '{"a":1,"a":2}',
    'a name twice, escaped': '{"a":1,"\\u0061":2}',
    'a name twice, apart': '{"a":1 , "b" : {"a":1} ,\n"a"\t:2}',
    'a name twice, inside': '[{"x":{"a":1,"a":1}}]',
    __proto__: '{"__proto__":{"admin":true}}',
    '__proto__, escaped': '{"\\u005f_proto__":1}',
    'constructor.prototype': '{"a":{"constructor":{"prototype":{"x":1}}}}',
    'too deep': deep(33),
    'much too deep': deep(200_000),
    'half a surrogate pair': '{"a":"\\ud800"}',
    'half a surrogate pair as a name': '{"\\udc00x":1}',
    NUL: '{"a":"\\u0000"}',
    'no UTF-8': Uint8Array.from([0x22, 0xff, 0x22]),
    'an overlong slash': Uint8Array.from([0x22, 0xc0, 0xaf, 0x22]),
  };
  for (const [name, text] of Object.entries(cases)) {
    try {
      parse(text);
      assert.unreachable(name);
    } catch (error) {
      assert.instance(error, ApiError, name);
      assert.is(error instanceof ApiError && error.code, 'invalid_request', name);
    }
  }
});

test('a body is counted before it is parsed, and a limit is named', () => {
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, n]));
  const isRefused = (value: unknown, reason: string) =>
    assert.throws(
      () => parse(JSON.stringify(value)),
      (error: Error) => error.message.includes(reason),
    );
  assert.equal(parse(JSON.stringify(names(1_000))), names(1_000));
  isRefused(names(1_001), 'more than 1,000 members');
  isRefused([[{ 'a:{,"': names(1_001) }]], 'more than 1,000 members');
  assert.equal(parse(JSON.stringify(Array(9_999).fill(1))), Array(9_999).fill(1));
  isRefused(Array(10_001).fill(1), 'more than 10,000 values');
  isRefused(Array(11).fill(names(1_000)), 'more than 10,000 values');
  // No part of a text counts.
  assert.ok(parse(JSON.stringify({ '\\"{[,': '{[,:"\\'.repeat(20_000) })));
});

test('the largest body with escapes is read fast', () => {
  const text = JSON.stringify({ a: '\\"'.repeat(100_000) });
  const start = performance.now();
  parse(text);
  assert.ok(performance.now() - start < 1_000);
});

test.run();
