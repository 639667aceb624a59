import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { searchedTexts, storedTexts } from '../../../../domain/submission/search/answer-texts.ts';
import {
  indexedBeginning,
  indexedWords,
  notAllWords,
} from '../../../../domain/submission/search/indexed-words.ts';

const test = suite('the words of answers');

const file = { id: 'f', name: 'Lebenslauf.pdf', size: 1, type: 'application/pdf', sha256: '00' };

for (const [value, texts] of [
  ['Ada', ['Ada']],
  [12.5, ['12.5']],
  [1e21, ['1000000000000000000000']],
  [true, ['Yes']],
  [false, ['No']],
  [null, []],
  [
    ['red', 'blue'],
    ['red', 'blue'],
  ],
  [{ service: 'good', price: ['fair', 'high'] }, ['good', 'fair', 'high']],
  [{ city: 'Köln', country: 'DE' }, ['Köln', 'DE']],
  [{ amount: 1250, currency: 'EUR' }, ['12.50 EUR']],
  ['2026-11-29T14:05:00Z', ['2026-11-29T14:05:00Z', '2026-11-29 14:05 UTC']],
  [[file], ['Lebenslauf.pdf']],
] as const)
  test(`${JSON.stringify(value)} has the texts ${texts.join(', ')}`, () =>
    assert.equal([...storedTexts(value)], [...texts]));

test('options are searched by their labels, and by their values where they have none', () => {
  const options = [{ value: 'v1', label: 'Green tea' }];
  assert.equal([...searchedTexts({ options }, ['v1', 'v2'])], ['Green tea', 'v2']);
});

test('the words of short answers come first, each once', () => {
  assert.equal(indexedWords({ answers: ['The engine, the ENGINE', 'Émilie', null, 3] }), [
    '3',
    'emilie',
    'the',
    'engine',
  ]);
});

test('telephone numbers are found in the form of E.164', () => {
  assert.equal(indexedWords({ answers: ['030 12'], e164: { q1: '+493012' } }), ['030', '12', '493012']);
});

test('more words than the index has are marked', () => {
  const words = Array.from({ length: 17 }, (_, n) => `w${n}`);
  assert.equal(indexedWords({ answers: [words.slice(1).join(' ')] }), words.slice(1));
  assert.equal(indexedWords({ answers: [words.join(' ')] }), [...words.slice(0, 16), notAllWords]);
  // The seventeenth word is one of the sixteen before.
  assert.equal(indexedWords({ answers: [`${words.slice(1).join(' ')} W1`] }), words.slice(1));
});

test('the end of a long answer and of very many answers is marked, even if it has no other words', () => {
  assert.equal(indexedWords({ answers: ['ja '.repeat(200)] }), ['ja', notAllWords]);
  assert.equal(indexedWords({ answers: [Array.from({ length: 201 }, () => 'ja')] }), ['ja', notAllWords]);
});

test('a long word is indexed by its beginning, and no character is cut in half', () => {
  assert.equal(indexedWords({ answers: ['x'.repeat(100)] }), ['x'.repeat(24)]);
  assert.is(indexedBeginning(`${'x'.repeat(23)}𠀀`), 'x'.repeat(23));
});

test('a word of a script without spaces is indexed from each of its letters on', () => {
  assert.equal(indexedWords({ answers: ['山田花子'] }), ['山田花子', '田花子', '花子', '子']);
});

test('answers of a megabyte cost the index little', () => {
  const many = Array.from({ length: 100_000 }, (_, n) => `option ${n}`);
  assert.is(indexedWords({ answers: [many, 'ж'.repeat(1_000_000)] }).at(-1), notAllWords);
});

test.run();
