import Type from 'typebox';
import { fieldKinds } from '../../../domain/form/field.ts';
import { timeUnits } from '../../../domain/submission/tally/time-line.ts';
import { named, Nullable, Timestamp } from '../values.ts';

const ofChoice = {
  value: Type.String(),
  label: Type.String(),
  removed: Type.Boolean({ description: 'Whether the present form does not offer it.' }),
};
const count = Type.Integer();
const type = <T extends string>(name: T) => Type.Literal(name);

const ofSummary = {
  count,
  least: Type.Number(),
  mean: Type.Number(),
  median: Type.Number(),
  most: Type.Number(),
};

const Step = named('CountedStep', { value: Type.Number(), count });

const Bin = named('CountedBin', {
  from: Type.Number({ description: 'Included.' }),
  to: Type.Number({ description: 'Excluded.' }),
  count,
});

const Unit = named('CountedNumbers', {
  currency: Nullable(Type.String(), 'Of amounts, which are in its minor unit; null for numbers.'),
  ...ofSummary,
  step: Type.Number({ description: 'The width of each bin.' }),
  bins: Type.Array(Bin),
});

const TimeLine = named('CountedDates', {
  unit: Type.Enum(timeUnits),
  bins: Type.Array(
    Type.Object({
      from: Type.String({
        description: 'A day, month, year or decade: `2026-11-28`, `2026-11`, `2026`, `2020`.',
      }),
      count,
    }),
  ),
});

const Text = named('LatestText', {
  id: Type.String({ description: 'The id of the submission.' }),
  at: Timestamp,
  text: Type.String({ description: 'At most 500 characters of the answer.' }),
});

/** What is counted of the answers to a question; the kind of the question decides on the type. */
const Figures = Type.Union(
  [
    named('ChoiceFigures', {
      type: type('choices'),
      choices: Type.Array(named('CountedChoice', { ...ofChoice, count })),
    }),
    named('ScaleFigures', {
      type: type('scale'),
      steps: Type.Array(Step),
      summary: Nullable(named('NumberSummary', ofSummary)),
    }),
    named('NpsFigures', {
      type: type('nps'),
      steps: Type.Array(Step),
      score: Nullable(Type.Number(), 'The share of promoters less that of detractors, from -100 to 100.'),
      detractors: Type.Integer({ description: 'From 0 to 6.' }),
      passives: Type.Integer({ description: '7 and 8.' }),
      promoters: Type.Integer({ description: '9 and 10.' }),
    }),
    named('NumberFigures', { type: type('numbers'), units: Type.Array(Unit) }),
    named('DateFigures', {
      type: type('dates'),
      first: Nullable(Type.String()),
      last: Nullable(Type.String()),
      line: Nullable(TimeLine),
    }),
    named('HourFigures', {
      type: type('hours'),
      hours: Type.Array(Type.Object({ hour: Type.Integer({ minimum: 0, maximum: 23 }), count })),
    }),
    named('RankingFigures', {
      type: type('ranking'),
      choices: Type.Array(
        named('RankedChoice', {
          ...ofChoice,
          count,
          mean_place: Nullable(Type.Number(), 'From 1.'),
          first: Type.Integer({ description: 'How often it had the first place.' }),
        }),
      ),
    }),
    named('MatrixFigures', {
      type: type('matrix'),
      columns: Type.Array(named('MatrixColumn', ofChoice)),
      rows: Type.Array(
        named('MatrixRow', {
          ...ofChoice,
          count,
          chosen: Type.Array(count, {
            description: 'How often each column was chosen, in the order of the columns.',
          }),
        }),
      ),
    }),
    named('WordFigures', {
      type: type('words'),
      words: Type.Array(
        Type.Object({
          word: Type.String(),
          count: Type.Integer({ description: 'The answers with the word.' }),
        }),
        {
          description: 'The most frequent words, at most 100, without those that say nothing by themselves.',
        },
      ),
      latest: Type.Array(Text),
    }),
    named('FileFigures', {
      type: type('files'),
      files: Type.Integer(),
      bytes: Type.Integer(),
      types: Type.Array(Type.Object({ type: Type.String(), count })),
    }),
    named('AnsweredFigures', { type: type('answered') }),
  ],
  { description: 'By the kind of the question. Answers that say who a person is have no figures.' },
);

export const QuestionFigures = named('QuestionFigures', {
  field_id: Type.String(),
  key: Type.String(),
  label: Type.String(),
  kind: Type.Enum(fieldKinds),
  removed: Type.Boolean({ description: 'Whether the present form does not ask it.' }),
  asked: Type.Integer({ description: 'The submissions to versions of the form that have the question.' }),
  answered: Type.Integer({ description: 'Those of them that answer it.' }),
  capped: Type.Boolean({
    description: 'Whether there were too many different words or values to count all of them.',
  }),
  figures: Figures,
});
