import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseForm } from '../../web/form-body.ts';
import { assertGrowsWithSize } from '../support/growth.ts';

const test = suite('bodies of forms');
const parse = async (text: string) => ({ ...(await parseForm(Buffer.from(text))) });

test('form data is read as browsers encode it', async () => {
  assert.equal(await parse('a=1&b=two+words&b=%C3%A4&c=&d&=e'), {
    a: '1',
    b: ['two words', 'ä'],
    c: '',
    d: '',
    '': 'e',
  });
  assert.equal(await parse('a=x%0D%0Ay%0d%0az%0A%0D'), { a: 'x\ny\nz\n\r' });
  assert.equal(await parse('a=ä%2B&&b=1%3D2=3'), { a: 'ä+', b: '1=2=3' });
  assert.equal(await parse(''), {});
  assert.equal(Object.keys(await parseForm(Buffer.from('__proto__=x&constructor=y'))), [
    '__proto__',
    'constructor',
  ]);
});

test('law: encoded form data is decoded, with line feeds for line breaks', async () => {
  const pairs = fc.array(
    fc.tuple(fc.string({ minLength: 1, unit: 'binary' }), fc.string({ unit: 'binary' })),
  );
  await fc.assert(
    fc.asyncProperty(pairs, async (given) => {
      const names = new Set(given.map(([name]) => name.replaceAll('\r\n', '\n')));
      const read = await parse(new URLSearchParams(given).toString());
      assert.equal(new Set(Object.keys(read)), names);
      const texts = Object.values(read).flat().sort();
      assert.equal(texts, given.map(([, text]) => text.replaceAll('\r\n', '\n')).sort());
    }),
  );
});

test('too many names, and bytes that are not UTF-8, are refused with the reason', async () => {
  const most = await parse(Array.from({ length: 6_000 }, (_, n) => `a${n}=`).join('&'));
  assert.is(Object.keys(most).length, 6_000);
  const messageOf = (body: string | Uint8Array) =>
    parseForm(Buffer.from(body)).then(
      () => 'accepted',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
  assert.match(await messageOf('a=&'.repeat(6_000)), 'at most 6,000 are accepted');
  for (const text of ['a=%', 'a=%zz', 'a=%E4', '%ff=1'])
    assert.match(await messageOf(text), 'percent-encoding', text);
  assert.match(await messageOf(Uint8Array.from([0x61, 0x3d, 0xe9])), 'not valid UTF-8');
});

test('two million of any character are read fast', async () => {
  for (const text of ['+', '%0D%0A', '%E5%AD%97', '%41']) {
    await assertGrowsWithSize(
      (size) => parseForm(Buffer.from(`a=${text.repeat(size / text.length)}`)),
      2_000_000,
      text,
    );
  }
});

test.run();
