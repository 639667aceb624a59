import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FieldInput } from '../../../../domain/form/field.ts';
import { rangeOf } from '../../../../domain/form/kind-rules.ts';
import { tableQuestions } from '../../../../domain/submission/table/table-questions.ts';
import { countAnswer } from '../../../../domain/submission/tally/count-answer.ts';
import type { Figures, FiguresOf } from '../../../../domain/submission/tally/figures.ts';
import { questionFigures } from '../../../../domain/submission/tally/figures-of.ts';
import { stopWordsOf } from '../../../../domain/submission/tally/stop-words.ts';
import { emptyTally } from '../../../../domain/submission/tally/tally.ts';
import { fieldsOf, optionsOf } from '../../../support/fields.ts';

const test = suite('figures of answers');

/** The figures of a question, given answers. */
function given(field: Omit<FieldInput, 'label'>, values: readonly unknown[], room?: number) {
  const fields = fieldsOf({ label: 'Question', key: 'q', ...field });
  const [question] = tableQuestions([fields]);
  assert.ok(question);
  const tally = emptyTally(room);
  for (const [index, value] of values.entries())
    countAnswer(tally, question.kind, value, { id: `s${index}`, at: `2026-01-01T00:00:0${index}.000Z` });
  const range = rangeOf(question.kind, fields[0]?.validation);
  return questionFigures({ ...question, range }, tally, stopWordsOf('en'));
}

function figuresOf<T extends Figures['type']>(type: T, ...of: Parameters<typeof given>): FiguresOf<T> {
  const { figures } = given(...of);
  const is = (one: Figures): one is FiguresOf<T> => one.type === type;
  if (!is(figures)) throw new Error(`figures of type ${figures.type}`);
  return figures;
}

const abc = optionsOf('a', 'b', 'c');
const counts = (items: readonly { readonly count: number }[]) => items.map(({ count }) => count);

test('no answer counts apart, and each kind has its figures', () => {
  const { asked, answered, figures } = given({ kind: 'single_choice', options: abc }, ['b', null, 'b', 'x']);
  assert.equal([asked, answered], [4, 3]);
  assert.equal(figures, {
    type: 'choices',
    choices: [
      { value: 'a', label: 'a', removed: false, count: 0 },
      { value: 'b', label: 'b', removed: false, count: 2 },
      { value: 'c', label: 'c', removed: false, count: 0 },
      { value: 'x', label: 'x', removed: true, count: 1 },
    ],
  });
});

test('choices of several count each, consent and yes or no by their words', () => {
  const several = figuresOf('choices', { kind: 'multiple_choice', options: abc }, [['a', 'b'], ['b'], null]);
  assert.equal(counts(several.choices), [1, 2, 0]);
  const { choices } = figuresOf('choices', { kind: 'consent' }, [true, true, false]);
  assert.equal(
    choices.map(({ label, count }) => [label, count]),
    [
      ['Yes', 2],
      ['No', 1],
    ],
  );
});

test('a rating has all of its steps, with the mean and the median', () => {
  const { steps, summary } = figuresOf('scale', { kind: 'rating' }, [5, 4, 4, 1]);
  assert.equal(counts(steps), [1, 0, 0, 2, 1]);
  assert.equal(summary, { count: 4, least: 1, mean: 3.5, median: 4, most: 5 });
  assert.is(figuresOf('scale', { kind: 'scale' }, []).summary, null);
});

test('the NPS is the share of promoters less that of detractors', () => {
  const nps = figuresOf('nps', { kind: 'nps' }, [10, 9, 9, 8, 7, 6, 0, 10]);
  assert.equal([nps.detractors, nps.passives, nps.promoters, nps.score], [2, 2, 4, 25]);
  assert.is(nps.steps.length, 11);
  assert.is(figuresOf('nps', { kind: 'nps' }, [null]).score, null);
});

test('numbers have a histogram, and amounts one for each currency', () => {
  const [ages] = figuresOf('numbers', { kind: 'number' }, [36, 41, 36, 99.5]).units;
  assert.ok(ages);
  assert.equal([ages.count, ages.least, ages.mean, ages.median, ages.most], [4, 36, 53.125, 38.5, 99.5]);
  assert.equal(
    ages.bins.filter(({ count }) => count > 0).map(({ count }) => count),
    [2, 1, 1],
  );
  const paid = (amount: number, currency: string) => ({ amount, currency });
  const { units } = figuresOf('numbers', { kind: 'payment' }, [
    paid(1_000, 'EUR'),
    paid(500, 'JPY'),
    paid(2_000, 'EUR'),
  ]);
  assert.equal(
    units.map(({ currency, count, mean }) => [currency, count, mean]),
    [
      ['EUR', 2, 1_500],
      ['JPY', 1, 500],
    ],
  );
});

test('dates have a time line, date-times at the date that was given, and times the hours', () => {
  const dates = figuresOf('dates', { kind: 'datetime' }, [
    '2026-11-27T23:30:00-05:00',
    '2026-11-29T00:00:00Z',
  ]);
  assert.equal([dates.first, dates.last, dates.line?.unit], ['2026-11-27', '2026-11-29', 'day']);
  assert.equal(counts(dates.line?.bins ?? []), [1, 0, 1]);
  const years = figuresOf('dates', { kind: 'date' }, ['1990-05-17', '2020-01-01']).line;
  assert.equal([years?.unit, years?.bins.length], ['year', 31]);
  const { hours } = figuresOf('hours', { kind: 'time' }, ['09:30', '09:00', '23:59']);
  assert.equal([hours[9]?.count, hours[23]?.count, hours.length], [2, 1, 24]);
});

test('a ranking has the mean place and how often each choice was first', () => {
  const { choices } = figuresOf('ranking', { kind: 'ranking', options: abc }, [
    ['b', 'a'],
    ['b'],
    ['a', 'b', 'c'],
  ]);
  assert.equal(
    choices.map(({ mean_place, first, count }) => [mean_place, first, count]),
    [
      [1.5, 1, 2],
      [4 / 3, 2, 3],
      [3, 0, 1],
    ],
  );
});

test('a matrix counts the columns of each row, and the answers of each row', () => {
  const rows = optionsOf('food', 'room');
  const { columns, rows: counted } = figuresOf('matrix', { kind: 'matrix', options: abc, rows }, [
    { food: 'a', room: 'b' },
    { food: 'a' },
    { room: ['b', 'c'] },
  ]);
  assert.is(columns.length, 3);
  assert.equal(
    counted.map(({ label, count, chosen }) => [label, count, chosen]),
    [
      ['food', 2, [2, 0, 0]],
      ['room', 2, [0, 2, 1]],
    ],
  );
});

test('texts have their words without stop words, once for each answer, and the latest texts', () => {
  const texts = ['The food was good, GOOD!', "the room isn't good", '3 beds', 'x'.repeat(600), 'f', 'last'];
  const { words, latest } = figuresOf('words', { kind: 'long_text' }, texts);
  assert.equal(words[0], { word: 'good', count: 2 });
  assert.not.ok(words.some(({ word }) => ['the', 'was', '3'].includes(word)));
  assert.equal(
    latest.map(({ id }) => id),
    ['s5', 's4', 's3', 's2', 's1'],
  );
  assert.is(latest[2]?.text.length, 502);
});

test('words of scripts without blanks are told apart', () => {
  const { words } = figuresOf('words', { kind: 'short_text' }, ['東京は大きい', '東京に行く']);
  assert.equal(words[0], { word: '東京', count: 2 });
});

test('a language without a known list has no stop words', () => {
  assert.ok(stopWordsOf('de-AT').has('und'));
  assert.ok(stopWordsOf(undefined).has('the'));
  assert.is(stopWordsOf('tlh').size, 0);
});

test('too many different words are left out, and the figures say so', () => {
  const { capped, figures } = given({ kind: 'short_text' }, ['tea', 'tea milk'], 60);
  assert.ok(capped);
  assert.equal(figures.type === 'words' && figures.words, [{ word: 'tea', count: 2 }]);
});

test('files count with their types, and what says who a person is only as answered', () => {
  const file = { id: 'f', name: 'a.png', size: 10, type: 'image/png', sha256: 'x' };
  const files = figuresOf('files', { kind: 'file' }, [
    [file, { ...file, type: 'text/plain', size: 5 }],
    [file],
  ]);
  assert.equal([files.files, files.bytes, files.types[0]], [3, 25, { type: 'image/png', count: 2 }]);
  for (const [kind, value] of [
    ['email', 'ada@example.com'],
    ['phone', '+44 20 7946 0000'],
    ['url', 'https://example.com'],
    ['full_name', { first_name: 'Ada' }],
    ['address', { city: 'London' }],
  ] as const) {
    const { answered, figures } = given({ kind }, [value]);
    assert.equal([answered, figures], [1, { type: 'answered' }], kind);
  }
});

test('a value of another type, which only an old log holds, counts as answered', () => {
  for (const kind of ['number', 'date', 'time', 'payment', 'file'] as const)
    assert.is(given({ kind }, [{ odd: true }]).answered, 1, kind);
});

test.run();
