import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { InterimFilter } from '../../../../dispatcher/worker/responses/interim-responses.ts';
import { errorClass, postToBytes } from '../posting.ts';

const test = suite('interim responses');
const final = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n';
const proceed = 'HTTP/1.1 100 Continue\r\n\r\n';

for (const [what, interim] of [
  ['none', []],
  ['100 Continue, which was not asked for', [proceed]],
  ['102 Processing', ['HTTP/1.1 102 Processing\r\n\r\n']],
  ['103 Early Hints', [hints]],
  ['a status of the future', ['HTTP/1.1 199 Wait\r\n\r\n']],
  ['several', [proceed, hints, proceed, 'HTTP/1.0 100\r\n\r\n', 'HTTP/1.1 100 Continue\n\n']],
] as const) {
  test(`before the response: ${what}`, async () => {
    const { outcome } = await postToBytes([...interim, final]);
    assert.equal(outcome, { kind: 'response', status: 200, excerpt: 'ok' });
  });
  test(`before the response, in one piece: ${what}`, async () => {
    const { outcome } = await postToBytes([`${interim.join('')}${final}`]);
    assert.equal(outcome, { kind: 'response', status: 200, excerpt: 'ok' });
  });
  test(`before the response, byte by byte: ${what}`, async () => {
    const { outcome } = await postToBytes(Array.from(`${interim.join('')}${final}`), { limitMs: 2_000 });
    assert.equal(outcome, { kind: 'response', status: 200, excerpt: 'ok' });
  });
}

test('switching protocols does not count as a response', async () => {
  const { outcome } = await postToBytes(['HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\n\r\n', final]);
  assert.equal(outcome, {
    kind: 'error',
    errorClass: 'invalid_response',
    message: 'the receiver switched to another protocol without being asked to',
  });
});

test('a connection that ends after an interim response has no response', async () => {
  assert.is(errorClass(await postToBytes([proceed])), 'network');
  assert.is(errorClass(await postToBytes(['HTTP/1.1 100 Cont'])), 'network');
});

test('law: however the bytes are split, only the interim responses are removed', () => {
  const interim = fc.array(fc.constantFrom(proceed, hints, 'HTTP/1.1 102 x\n\n'), { maxLength: 5 });
  const response = fc.oneof(
    fc.constant(final),
    fc.constant('HTTP/1.1 500 Oh\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'),
    fc.string({ minLength: 12 }).filter((text) => !/^HTTP\/1\.\d 1\d\d/.test(text)),
  );
  const cuts = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 });
  fc.assert(
    fc.property(interim, response, cuts, (before, after, sizes) => {
      const bytes = Buffer.from(before.join('') + after, 'latin1');
      const filter = new InterimFilter();
      let taken: Buffer | null = null;
      for (let [at, n] = [0, 0]; at < bytes.length; n++) {
        const piece = bytes.subarray(at, at + (sizes[n % sizes.length] ?? 1));
        at += piece.length;
        taken = taken ? Buffer.concat([taken, piece]) : filter.take(piece);
      }
      assert.is(taken?.toString('latin1'), Buffer.from(after, 'latin1').toString('latin1'));
    }),
  );
});

test.run();
