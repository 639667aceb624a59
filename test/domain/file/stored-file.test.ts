import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bytesInWords } from '../../../domain/file/file-rules.ts';
import { acceptsType, isFileType } from '../../../domain/file/file-types.ts';
import { cleanName } from '../../../domain/file/stored-file.ts';

const test = suite('names and types of files');

const names: readonly (readonly [given: string, stored: string])[] = [
  ['cv.pdf', 'cv.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\cv.pdf', 'cv.pdf'],
  ['a<b>:"c|d?e*.txt', 'a_b___c_d_e_.txt'],
  ['exe\u202efdp.cv', 'exefdp.cv'],
  ['line\nbreak.txt', 'line break.txt'],
  ['  .hidden. ', 'hidden'],
  ['…', '…'],
  ['', 'file'],
  ['/', 'file'],
  ['\u0000', '_'],
  ['Lebenslauf – Größe.pdf', 'Lebenslauf – Größe.pdf'],
];
for (const [given, stored] of names)
  test(`${JSON.stringify(given)} is stored as ${JSON.stringify(stored)}`, () => {
    assert.is(cleanName(given), stored);
  });

test('a long name keeps its ending', () => {
  const name = cleanName(`${'a'.repeat(500)}.pdf`);
  assert.is(name.length, 200);
  assert.ok(name.endsWith('a.pdf'));
});

test('a name never has a folder, a control character or more than 200 characters, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (given) => {
      const name = cleanName(given);
      assert.ok(name.length > 0 && name.length <= 200);
      // eslint-disable-next-line no-control-regex -- these must not be there
      assert.not.match(name, /[\u0000-\u001f/\\\u202a-\u202e]/);
      assert.is(cleanName(name), name);
    }),
  );
});

test('types are accepted by group, by kind and by name', () => {
  const accepted: readonly (readonly [readonly string[], string, boolean])[] = [
    [[], 'application/octet-stream', true],
    [['image'], 'image/png', true],
    [['image'], 'application/pdf', false],
    [['image/*'], 'image/webp', true],
    [['application/pdf', 'image'], 'application/pdf', true],
    [['document'], 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', true],
    [['document'], 'text/plain', true],
    [['text/csv'], 'text/plain', true],
    [['document'], 'application/zip', false],
    [['archive'], 'application/zip', true],
  ];
  for (const [types, found, isAccepted] of accepted)
    assert.is(acceptsType(types, found), isAccepted, `${types.join()} ${found}`);
});

test('a type is a group or a media type', () => {
  for (const type of ['image', 'application/pdf', 'image/*', 'image/svg+xml'])
    assert.ok(isFileType(type), type);
  for (const type of ['pdf', '.pdf', 'image/', '*/*', 'Image/PNG', '__proto__', 'constructor'])
    assert.not.ok(isFileType(type), type);
});

test('bytes in words', () => {
  const words = [0, 1_023, 1_024, 10 * 1_024 ** 2, 1_500_000, 1_024 ** 3].map(bytesInWords);
  assert.equal(words, ['0 bytes', '1023 bytes', '1 KB', '10 MB', '1.4 MB', '1 GB']);
});

test.run();
