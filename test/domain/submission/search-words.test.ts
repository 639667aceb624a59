import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { searchFor } from '../../../domain/submission/search-words.ts';

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
  test(`“${search}” is found`, () => assert.ok(searchFor(search)(text)));

for (const search of ['milie', 'atelet', 'emilie nosuch', 'koln 99', '子花'])
  test(`“${search}” is not found`, () => assert.not(searchFor(search)(text)));

test('letters of full width and ligatures are those of usual width', () => {
  assert.ok(searchFor('abc')('ＡＢＣ'));
  assert.ok(searchFor('office')('oﬃce'));
});

test.run();
