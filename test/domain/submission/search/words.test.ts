import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isFoundIn, searchFor } from '../../../../domain/submission/search/words.ts';

const test = suite('search in answers');

const text = 'Émilie du Châtelet\nada@example.org\nStraße 12, KÖLN\n山田花子\n+49 30 1234';

for (const search of [
  'emilie',
  'ÉMILIE châ',
  'chat emil',
  'ada@example.org',
  'example',
  'strasse',
  'koln 12',
  '花子',
  '1234',
  ' ',
  '',
  '!?',
])
  test(`“${search}” is found`, () => assert.ok(isFoundIn(searchFor(search), [text])));

for (const search of ['milie', 'atelet', 'emilie nosuch', 'koln 99', '子花'])
  test(`“${search}” is not found`, () => assert.not(isFoundIn(searchFor(search), [text])));

test('letters of full width and ligatures are those of usual width', () => {
  assert.ok(isFoundIn(searchFor('abc'), ['ＡＢＣ']));
  assert.ok(isFoundIn(searchFor('office'), ['oﬃce']));
});

test('a final sigma is a sigma', () => assert.ok(isFoundIn(searchFor('ΟΔΟΣ'), ['οδοσήμανση'])));

test('the words may be in different texts', () => {
  const search = searchFor('ada 1815');
  assert.ok(isFoundIn(search, ['Ada', 'London', '1815']));
  assert.not(isFoundIn(search, ['Ada', 'London']));
});

for (const [kind, space] of [
  ['with spaces', ' '],
  ['without spaces', ''],
] as const)
  test(`a long text ${kind} is looked through in pieces, and no word is lost between them`, () => {
    for (const before of [9_990, 9_995, 10_000, 19_795, 25_000]) {
      const long = `${`字${space}`.repeat(before).slice(0, before)}${space}山田花子${space}${'字'.repeat(300)}`;
      assert.ok(isFoundIn(searchFor('山田花子'), [long]), `behind ${before} characters`);
    }
  });

test('others can have their turn while a long text is looked through', () => {
  const look = searchFor('no').lookThrough(['yes '.repeat(25_000)]);
  let pauses = 0;
  while (!look.next().done) pauses += 1;
  assert.ok(pauses >= 10);
});

test.run();
