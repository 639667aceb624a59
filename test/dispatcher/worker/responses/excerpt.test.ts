import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { excerptOf } from '../../../../dispatcher/worker/responses/excerpt.ts';
import { postTo } from '../posting.ts';

const test = suite('excerpt of a response');
const read = (bytes: Buffer, contentType?: string, contentEncoding?: string) =>
  excerptOf(bytes, { contentType, contentEncoding }, 4096);
const text = Buffer.from('Störung: später');

test('the request asks for an uncompressed response', async () => {
  let asked: string | undefined;
  await postTo((request, response) => {
    asked = request.headers['accept-encoding'];
    response.end();
  });
  assert.is(asked, 'identity');
});

for (const [encoding, packed] of [
  ['gzip', gzipSync(text)],
  ['X-GZIP', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['br', brotliCompressSync(text)],
  ['identity', text],
] as const)
  test(`${encoding} is decompressed`, async () => {
    assert.is(await read(packed, 'text/plain', encoding), 'Störung: später');
    const { outcome } = await postTo((_, response) =>
      response.writeHead(500, { 'content-encoding': encoding }).end(packed),
    );
    assert.equal(outcome, { kind: 'response', status: 500, excerpt: 'Störung: später' });
  });

test('of a truncated compressed body the readable part is kept', async () => {
  const noise = Array.from({ length: 5_000 }, (_, i) => (i * 7919).toString(36)).join(' ');
  for (const [encoding, packed] of [
    ['gzip', gzipSync(noise)],
    ['br', brotliCompressSync(noise)],
  ] as const) {
    assert.ok(packed.length > 4096);
    const excerpt = await read(packed.subarray(0, 4096), 'text/plain', encoding);
    assert.ok(excerpt.length > 100 && noise.startsWith(excerpt), encoding);
  }
});

test('a decompression bomb is decompressed up to the limit only', async () => {
  for (const [encoding, bomb] of [
    ['gzip', gzipSync(Buffer.alloc(5_000_000, 'x'))],
    ['br', brotliCompressSync(Buffer.alloc(5_000_000, 'x'))],
  ] as const)
    assert.is(await read(bomb.subarray(0, 4096), undefined, encoding), 'x'.repeat(4096));
});

test('a body that cannot be decompressed is not shown raw', async () => {
  assert.is(await read(text, 'text/plain', 'zstd'), '(binary data)');
  assert.is(await read(Buffer.from('not packed'), 'text/plain', 'gzip'), '(binary data)');
});

for (const [what, bytes, type, expected] of [
  ['UTF-8', text, 'text/plain', 'Störung: später'],
  ['UTF-8 with its mark', Buffer.from('\ufeffä'), undefined, 'ä'],
  ['a charset that is named', Buffer.from([0xe4, 0x80]), 'text/html; charset="windows-1252"', 'ä€'],
  ['a charset of another script', Buffer.from([0xcf, 0xf0, 0xe8]), 'text/html;charset=windows-1251', 'При'],
  ['Japanese', Buffer.from([0x83, 0x65, 0x83, 0x58]), 'text/html; Charset=Shift_JIS', 'テス'],
  ['latin1 without a name', Buffer.from('Störung', 'latin1'), 'text/html', 'Störung'],
  ['an unknown charset', text, 'text/plain; charset=klingon', 'Störung: später'],
  ['UTF-16', Buffer.from('\ufeffStörung', 'utf16le'), 'text/plain', 'Störung'],
  ['a letter that is cut in two', text.subarray(0, 3), 'text/plain', 'St'],
  [
    'a stray control character',
    Buffer.from('a long line with \u001b[31m in it\n'),
    undefined,
    'a long line with \ufffd[31m in it\n',
  ],
  [
    'an image',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
    'image/png',
    '(binary data)',
  ],
] as const)
  test(`text: ${what}`, async () => assert.is(await read(bytes, type), expected));

test('law: the excerpt of any bytes is readable and not much longer than them', async () => {
  const type = fc.option(fc.oneof(fc.constantFrom('a/b; charset=utf-16', 'a/b; charset=utf-7'), fc.string()));
  const encoding = fc.option(fc.constantFrom('gzip', 'deflate', 'br', 'zstd', 'gzip, br', ''));
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      type,
      encoding,
      async (bytes, contentType, packed) => {
        const excerpt = await excerptOf(
          Buffer.from(bytes),
          { contentType: contentType ?? undefined, contentEncoding: packed ?? undefined },
          300,
        );
        assert.not.match(excerpt, /[^\P{Cc}\t\n\r]/u);
        assert.is(Buffer.from(excerpt).toString(), excerpt);
        assert.ok(excerpt.length <= 300);
      },
    ),
  );
});

test.run();
