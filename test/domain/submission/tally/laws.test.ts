import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rangeOf } from '../../../../domain/form/kind-rules.ts';
import { tableQuestions } from '../../../../domain/submission/table/table-questions.ts';
import { countAnswer } from '../../../../domain/submission/tally/count-answer.ts';
import { questionFigures } from '../../../../domain/submission/tally/figures-of.ts';
import { alignedHistograms, histogramOf } from '../../../../domain/submission/tally/histogram.ts';
import { Numbers } from '../../../../domain/submission/tally/numbers.ts';
import { emptyTally, merge, type Tally } from '../../../../domain/submission/tally/tally.ts';
import { alignedTimeLines, timeLineOf } from '../../../../domain/submission/tally/time-line.ts';
import { randomForms } from '../../../support/random-forms.ts';

const test = suite('laws of tallies');

const none = new Set<string>();
/** Bins of numbers close to the greatest one would end beyond it. */
const widest = 1e300;
const numbers = fc.array(
  fc.oneof(
    fc.integer({ min: -50, max: 50 }),
    fc.integer(),
    fc.double({ noNaN: true, min: -widest, max: widest }),
    fc.integer({ min: -500, max: 500 }).map((n) => n / 100),
  ),
  { minLength: 1, maxLength: 1_500 },
);

test('tally(a ++ b) is merge(tally(a), tally(b)), and the order of answers does not matter', () => {
  fc.assert(
    fc.property(randomForms, fc.nat(), fc.nat(), ({ fields, submissions }, cut, seed) => {
      const asked = fields.filter(({ kind }) => kind !== 'statement');
      for (const question of tableQuestions([fields])) {
        const { kind, fieldId } = question;
        const index = asked.findIndex(({ id }) => id === fieldId);
        const values = submissions.map((all, place) => [all[index], place] as const);
        const tallyOf = (some: typeof values): Tally => {
          const tally = emptyTally();
          for (const [value, place] of some)
            countAnswer(tally, kind, value, {
              id: `s${place}`,
              at: `2026-01-0${(place % 3) + 1}T00:00:00.000Z`,
            });
          return tally;
        };
        const shown = (tally: Tally) =>
          JSON.stringify(questionFigures({ ...question, range: rangeOf(kind) }, tally, none));
        const [a, b] = [values.slice(0, cut % (values.length + 1)), values.slice(cut % (values.length + 1))];
        const merged = tallyOf(a);
        merge(merged, tallyOf(b));
        assert.is(shown(merged), shown(tallyOf(values)));
        const turned = [...values.slice(seed % values.length), ...values.slice(0, seed % values.length)];
        const sorted = (text: string) => text.split(/[{}]/).sort().join();
        // Choices that the form does not know come in the order in which they were given.
        assert.is(sorted(shown(tallyOf(turned))), sorted(shown(tallyOf(values))));
      }
    }),
  );
});

test('numbers are the sorted list of all that were added, however they were divided', () => {
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 1, maxLength: 6 }), (parts) => {
      const all = new Numbers();
      for (const part of parts) {
        const some = new Numbers();
        for (const value of part) some.add(value);
        all.merge(some);
      }
      const expected = parts.flat().map((value) => (value === 0 ? 0 : value));
      assert.equal([...all.sorted()], [...Float64Array.from(expected).sort()]);
    }),
  );
});

test('each bin of a histogram has the numbers from its beginning to its end, and the bins have no gaps', () => {
  fc.assert(
    fc.property(numbers, fc.integer({ min: 2, max: 60 }), (values, maxBins) => {
      const sorted = Float64Array.from(values).sort();
      const histogram = histogramOf(sorted, maxBins);
      assert.ok(histogram);
      const { bins } = histogram;
      assert.ok(bins.length <= maxBins, `${bins.length} bins`);
      for (const [index, { from, to, count }] of bins.entries()) {
        assert.is(count, values.filter((value) => value >= from && value < to).length, `${from} to ${to}`);
        if (index > 0) assert.is(bins[index - 1]?.to, from);
      }
      assert.is(
        bins.reduce((sum, { count }) => sum + count, 0),
        values.length,
      );
    }),
  );
});

test('histograms that are compared have the same bins, each with its numbers', () => {
  const whole = fc.array(fc.integer({ min: -10_000, max: 10_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(whole, whole, fc.integer({ min: 2, max: 20 }), (one, other, maxBins) => {
      const histograms = [one, other].map((values) => histogramOf(Float64Array.from(values).sort(), 60));
      const aligned = alignedHistograms(
        histograms.filter((each) => each !== null),
        maxBins,
      );
      const [first, second] = aligned;
      assert.ok(first && second && first.bins.length <= maxBins);
      assert.equal(
        first.bins.map(({ from }) => from),
        second.bins.map(({ from }) => from),
      );
      for (const { from, to, count } of first.bins)
        assert.is(count, one.filter((value) => value >= from && value < to).length);
    }),
  );
});

test('a time line has each date once, in order and without gaps, also beside another one', () => {
  const day = fc
    .date({ min: new Date('1850-01-01'), max: new Date('2150-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const days = fc.dictionary(day, fc.integer({ min: 1, max: 9 }), { minKeys: 1, maxKeys: 20 });
  fc.assert(
    fc.property(days, days, (one, other) => {
      const lines = [one, other].map((each) => timeLineOf(new Map(Object.entries(each)), 60));
      const known = lines.filter((line) => line !== null);
      assert.is(known.length, 2);
      const aligned = alignedTimeLines(known, 30);
      for (const [index, given] of [one, other].entries())
        for (const { bins } of [known[index], aligned[index]].filter((line) => line !== undefined)) {
          const total = Object.values(given).reduce((sum, count) => sum + count, 0);
          assert.is(
            bins.reduce((sum, { count }) => sum + count, 0),
            total,
          );
          const names = bins.map(({ from }) => from);
          assert.equal(names, [...new Set(names)].sort());
        }
      assert.equal(
        aligned[0]?.bins.map(({ from }) => from),
        aligned[1]?.bins.map(({ from }) => from),
      );
    }),
  );
});

test.run();
