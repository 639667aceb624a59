import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findText } from '../../../domain/form/find-text.ts';
import { compilePattern } from '../../../domain/form/pattern.ts';
import { programOf } from '../../../domain/form/pattern-program.ts';
import { characters } from '../../../domain/text.ts';

const test = suite('finding a text for a pattern');

function compiled(source: string) {
  const pattern = compilePattern(source);
  assert.ok(pattern.ok, source);
  return pattern.value;
}

function search(first: string, second = '(?s).*', min = 0, max = 50): string {
  const found = findText(programOf(compiled(first)), programOf(compiled(second)), { min, max });
  return typeof found === 'string' ? found : `"${found.text()}"`;
}

test('the shortest text of a permitted length is found', () => {
  assert.is(search('a*'), '""');
  assert.is(search('a*', undefined, 3), '"aaa"');
  assert.is(search('[xy]{2,}z'), '"xxz"');
  assert.is(search('(?s).*', undefined, 40, 50), `"${'a'.repeat(40)}"`);
  assert.is(search('(?i)no'), '"NO"');
  assert.is(search('\\p{Greek}'), '"Ͱ"');
});

test('both patterns match the text', () => {
  assert.is(search('.*@example\\.com', '[^@]+@[^@]+'), '"a@example.com"');
  assert.is(search('\\d+', '[a-z0-9]*[a-f0-9]'), '"1"');
  assert.is(search('\\d+', '[a-z]+'), 'none');
});

test('assertions are respected', () => {
  assert.is(search('a\\b.c'), '"a.c"');
  assert.is(search('a\\Bc'), '"ac"');
  assert.is(search('a\\bc'), 'none');
  assert.is(search('a$.b'), 'none');
  assert.is(search('(?m)a$(?s:.)^b'), '"a\nb"');
  assert.is(search('\\Aab\\z'), '"ab"');
  assert.is(search('b\\Aa'), 'none');
});

test('no text is found for a length that the pattern does not allow', () => {
  assert.is(search('(ab)*', undefined, 3, 3), 'none');
  assert.is(search('a{5}', undefined, 0, 4), 'none');
  assert.is(search('a{5}', undefined, 6), 'none');
  assert.is(search('[^\\x00-\\x{10FFFF}]'), 'none');
});

test('a long search is given up', () => {
  assert.is(search('(a?b?c?){30}', '(a?b?c?d?){30}', 50, 50), 'unknown');
});

const pieces = fc.constantFrom(
  'a',
  'b',
  '[a-c]',
  '.',
  '\\d',
  '\\w',
  '\\b',
  '(?:ab|c)',
  '\\p{L}',
  '[^a]',
  'é',
  '^',
);
const suffix = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}');
const patterns = fc
  .array(fc.tuple(pieces, suffix), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.map(([piece, times]) => (/^(\\b|\^)$/.test(piece) ? piece : piece + times)).join(''));

test('law: a found text matches, and where none is found, no short text matches', () => {
  const texts = ['', ...Array.from('ab-1é')].flatMap((one) =>
    ['', ...Array.from('acz')].flatMap((other) => [one + other, one + other + one, `b${one}${other}a`]),
  );
  fc.assert(
    fc.property(patterns, fc.nat(3), (source, min) => {
      const pattern = compiled(source);
      const found = findText(programOf(pattern), programOf(compiled('(?s).*')), { min, max: min + 9 });
      if (found === 'none')
        for (const text of texts)
          assert.not.ok(characters(text) >= min && pattern.matches(text), `${source} matches "${text}"`);
      else if (found !== 'unknown') {
        assert.ok(pattern.matches(found.text()), `${source} does not match "${found.text()}"`);
        assert.ok(characters(found.text()) >= min);
      }
    }),
    { numRuns: 300 },
  );
});

test.run();
