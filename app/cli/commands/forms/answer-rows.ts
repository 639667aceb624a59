import type { Static } from 'typebox';
import type { FormAnswers } from '../../../../api/contract/forms/answers.ts';
import { moneyText } from '../../../../domain/submission/currencies.ts';
import type { response } from '../../client/response-schema.ts';

/** A line of the table of counts. */
export interface AnswerRow {
  readonly question: string;
  readonly answer: string;
  readonly count: number | string | null;
  readonly share: string | null;
}

type Counted = Static<ReturnType<typeof response<typeof FormAnswers, 'questions'>>>['questions'][number];
type Figures = Counted['figures'];
type Line = readonly [answer: string, count: number | string];

const rounded = (value: number): string => String(Number(value.toPrecision(6)));

const percent = (count: number, of: number): string =>
  of === 0 ? '-' : `${((count / of) * 100).toFixed(1)} %`;

/** The lines of a question: how many have answered, and each figure of its answers. */
export function rowsOf({ label: question, asked, answered, figures }: Counted): AnswerRow[] {
  const lines = linesOf(figures);
  return [
    { question, answer: '(answered)', count: answered, share: percent(answered, asked) },
    { question, answer: '(no answer)', count: asked - answered, share: percent(asked - answered, asked) },
    ...lines.map(([answer, count]) => ({
      question,
      answer,
      count,
      share: typeof count === 'number' ? percent(count, answered) : null,
    })),
  ];
}

const stepLines = (steps: readonly { readonly value: number; readonly count: number }[]): Line[] =>
  steps.map(({ value, count }) => [String(value), count]);

const summaryLines = (
  summary: { readonly least: number; readonly mean: number; readonly median: number; readonly most: number },
  text: (value: number) => string,
): Line[] => (['least', 'mean', 'median', 'most'] as const).map((name) => [`(${name})`, text(summary[name])]);

/** The service may be of another release: figures of a type that this one does not know have no lines. */
function linesOf(figures: Figures): Line[] {
  if ('columns' in figures)
    return figures.rows.flatMap((row) =>
      figures.columns.map(({ label }, index): Line => [`${row.label}: ${label}`, row.chosen[index] ?? 0]),
    );
  if ('choices' in figures)
    return figures.choices.flatMap((choice): Line[] => [
      [choice.label, choice.count],
      ...('first' in choice
        ? [
            [`${choice.label} (first place)`, choice.first] as const,
            [`${choice.label} (mean place)`, rounded(choice.mean_place ?? 0)] as const,
          ]
        : []),
    ]);
  if ('score' in figures) {
    const { steps, score, detractors, passives, promoters } = figures;
    return [
      ...(score === null ? [] : [['(score)', rounded(score)] as const]),
      ['(detractors)', detractors],
      ['(passives)', passives],
      ['(promoters)', promoters],
      ...stepLines(steps),
    ];
  }
  if ('steps' in figures)
    return [...stepLines(figures.steps), ...(figures.summary ? summaryLines(figures.summary, rounded) : [])];
  if ('units' in figures)
    return figures.units.flatMap(({ currency, bins, ...summary }): Line[] => {
      const text = (value: number) =>
        currency === null ? rounded(value) : moneyText(Math.round(value), currency);
      return [
        ...summaryLines(summary, text),
        ...bins.map(({ from, to, count }): Line => [`${text(from)} to ${text(to)}`, count]),
      ];
    });
  if ('line' in figures) return (figures.line?.bins ?? []).map(({ from, count }) => [from, count]);
  if ('hours' in figures) return figures.hours.map(({ hour, count }) => [`${hour}:00`, count]);
  if ('words' in figures) return figures.words.map(({ word, count }) => [word, count]);
  if ('types' in figures) return figures.types.map(({ type, count }) => [type, count]);
  return [];
}
