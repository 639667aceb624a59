import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../api/errors/errors.ts';
import { parseJson } from '../../../api/http/json.ts';
import { assertGrowsWithSize } from '../../support/growth.ts';

const test = suite('JSON bodies');
const parse = (text: string | Uint8Array) => parseJson(Buffer.from(text));

test('every JSON value is read unchanged', async () => {
  for (const value of [
    { a: [1, 2.5, -3e2, true, false, null], 'ä"\\\u0007': { '': 'x' } },
    [[{ a: 1 }], [{ a: 1 }]],
    { a: { x: 1 }, b: { x: 2 }, x: ':{[' },
    { a: '"quoted": 1, "quoted": 2', b: '\\', c: '\\"', d: '😀 😀' },
    'text',
    7,
    { constructor: 'a word', prototype: { toString: 1 } },
  ]) {
    assert.equal(await parse(JSON.stringify(value)), value);
    assert.equal(await parse(JSON.stringify(value, null, '\t')), value);
  }
  assert.is((await parse('{"a":"\\ud83d\\ude00"}')) !== null, true);
  assert.is(await parse(''), undefined);
});

test('ambiguous or harmful JSON is refused', async () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  assert.ok(await parse(deep(32)));
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
      await parse(text);
      assert.unreachable(name);
    } catch (error) {
      assert.instance(error, ApiError, name);
      assert.is(error instanceof ApiError && error.code, 'invalid_request', name);
    }
  }
});

test('limits on values and members are checked before parsing, and named', async () => {
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, n]));
  const isRefused = async (value: unknown, reason: string) => {
    const refusal: unknown = await parse(JSON.stringify(value)).catch((error: unknown) => error);
    assert.match(refusal instanceof ApiError ? refusal.message : '', reason);
  };
  assert.equal(await parse(JSON.stringify(names(1_000))), names(1_000));
  await isRefused(names(1_001), 'more than 1,000 members');
  await isRefused([[{ 'a:{,"': names(1_001) }]], 'more than 1,000 members');
  assert.equal(await parse(JSON.stringify(Array(9_999).fill(1))), Array(9_999).fill(1));
  await isRefused(Array(10_001).fill(1), 'more than 10,000 values');
  await isRefused(Array(11).fill(names(1_000)), 'more than 10,000 values');
  // No part of a text counts.
  assert.ok(await parse(JSON.stringify({ '\\"{[,': '{[,:"\\'.repeat(20_000) })));
});

/** The problems of a body: a code and a path each. */
async function problemsOf(text: string): Promise<string[]> {
  try {
    await parse(text);
    return [];
  } catch (error) {
    assert.instance(error, ApiError);
    const { details } = error as ApiError;
    return (Array.isArray(details) ? details : []).map(
      ({ code, path }: { code: string; path: string }) => `${code} ${path}`,
    );
  }
}

test('a number that cannot be stored exactly is refused with its path', async () => {
  const kept = [
    '0',
    '-0',
    '7',
    '-1.5',
    '1e3',
    '1E+3',
    '1.50',
    '0.1',
    '5e-324',
    '0e-400',
    '9007199254740991',
    '123456789012345.6',
    '0.000000000000000000001',
    '1.7976931348623157e-300',
    '0.30000000000000004',
    '1.0000000000000000000000',
    '100000000000000000000e-20',
  ];
  for (const number of kept) assert.equal(await parse(`{"n":${number}}`), { n: Number(number) }, number);
  const changed = [
    '9007199254740992',
    '9007199254740993',
    '12345678901234567890',
    '-12345678901234567890',
    '0.1234567890123456789',
    '1E-400',
    '-1e-400',
    '1e400',
    '1e21',
    '0.1e-99999999999',
    '9007199254740993.0',
    '1.00000000000000000001',
    '4503599627370497.25',
  ];
  for (const number of changed) {
    assert.equal(await problemsOf(`{"answers":{"n":${number}}}`), ['out_of_range /answers/n'], number);
    assert.equal(await problemsOf(`[1, [ 2,\n${number} ]]`), ['out_of_range /1/1'], number);
    assert.equal(
      await parse(JSON.stringify({ [number]: number })),
      { [number]: number },
      'a text may have any digits',
    );
  }
  assert.equal(await problemsOf('{"a":{"x/y":1e400,"z":[1,{"~":1e-400}]},"b":1e99}'), [
    'out_of_range /a/x~1y',
    'out_of_range /a/z/1/~0',
    'out_of_range /b',
  ]);
});

test('the message names the characters that are not accepted', async () => {
  const refusal: unknown = await parse('{"a":"x\\u0000"}').catch((error: unknown) => error);
  assert.instance(refusal, ApiError);
  assert.is(refusal instanceof ApiError && refusal.message, 'The body has characters that are not accepted.');
});

test('the largest body with escapes is read fast', async () => {
  await assertGrowsWithSize((size) => parse(JSON.stringify({ a: '\\"'.repeat(size) })), 100_000);
});

test.run();
