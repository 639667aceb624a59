import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeCsv } from '../../../app/cli/import/decode-csv.ts';

const test = suite('decoding a CSV file');

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

test('UTF-8, without its byte order mark', () => {
  const decoded = decodeCsv(bytes([0xef, 0xbb, 0xbf], 'Größe,Ž\n1,2'));
  assert.equal(decoded, { ok: true, value: { text: 'Größe,Ž\n1,2', encoding: 'UTF-8' } });
});

test('Windows-1252 where the bytes are no UTF-8, on every version of Node', () => {
  const decoded = decodeCsv(bytes('a,b\n', [0x80, 0x8c, 0x92, 0x99, 0x9f, 0xe6, 0xff]));
  assert.equal(decoded, { ok: true, value: { text: 'a,b\n€Œ’™Ÿæÿ', encoding: 'Windows-1252' } });
});

const refusals: [string, Buffer, number | null, RegExp][] = [
  ['nothing', bytes(''), null, /empty/],
  ['white space', bytes(' \r\n\t'), null, /empty/],
  ['a picture', bytes([0x89], 'PNG\r\n', [0x1a], '\n', [0, 0, 0, 13]), 2, /binary/],
  ['a NUL in text', bytes('a,b\n1,2\n3,', [0], '\n'), 3, /binary/],
  ['JSON', bytes('  {"a": [1, 2]}'), 1, /JSON/],
  ['JSON over several lines', bytes('[\n  {"a": 1},\n  {"a": 2}\n]'), 1, /JSON/],
  ['JSON lines', bytes('{"a": 1}\n{"a": 2}\n'), 1, /JSON/],
  ['HTML', bytes('\n<!DOCTYPE html><html></html>'), 1, /HTML/],
  ['XML', bytes('<?xml version="1.0"?><a/>'), 1, /XML/],
];

for (const [name, file, line, message] of refusals)
  test(`refuses ${name}`, () => {
    const decoded = decodeCsv(file);
    assert.not(decoded.ok);
    if (decoded.ok) return;
    assert.is(decoded.error.line, line);
    assert.match(decoded.error.message, message);
  });

test('takes text that only begins like JSON or HTML', () => {
  for (const text of ['[1],b\n2,3', '{x},y\n1,2', '<br>Question,b\n1,2', '5 < 6,b\n1,2'])
    assert.ok(decodeCsv(bytes(text)).ok, text);
});

test.run();
