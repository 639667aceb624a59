import type { Range } from '../../form/kind-rules.ts';
import type { TableChoice, TableQuestion } from '../table/table-questions.ts';
import { choiceFigures, matrixFigures, rankingFigures, yesNo } from './choice-figures.ts';
import { groups, units } from './count-answer.ts';
import type { Figures, FiguresOf, QuestionFigures } from './figures.ts';
import { npsFigures, numberFigures, scaleFigures } from './number-figures.ts';
import type { Tally } from './tally.ts';
import { timeLineOf } from './time-line.ts';

/** A question of a form, with every choice that it ever offered and the numbers that it takes. */
export interface TalliedQuestion extends TableQuestion {
  readonly range: Range;
}

/** The most words, and the most bins of a time line. */
const [shownWords, maxBins] = [100, 60];

/** What is shown of the answers to a question. @param stopWords words that say nothing by themselves, in lower case */
export const questionFigures = (
  question: TalliedQuestion,
  tally: Tally,
  stopWords: ReadonlySet<string>,
): QuestionFigures => ({
  field_id: question.fieldId,
  key: question.key,
  label: question.label,
  kind: question.kind,
  removed: question.isRemoved,
  asked: tally.asked,
  answered: tally.answered,
  capped: tally.isCapped,
  figures: figuresOf(question, tally, stopWords),
});

function figuresOf(question: TalliedQuestion, tally: Tally, stopWords: ReadonlySet<string>): Figures {
  const { kind, options, range } = question;
  switch (kind) {
    case 'single_choice':
    case 'dropdown':
    case 'multiple_choice':
      return choiceFigures(tally, options);
    case 'yes_no':
    case 'consent':
      return choiceFigures(tally, yesNo);
    case 'hidden':
      return valueFigures(tally);
    case 'rating':
    case 'scale':
      return scaleFigures(tally, range);
    case 'nps':
      return npsFigures(tally);
    case 'number':
    case 'payment':
      return numberFigures(tally);
    case 'date':
    case 'datetime':
      return dateFigures(tally);
    case 'time':
      return hourFigures(tally);
    case 'ranking':
      return rankingFigures(tally, options);
    case 'matrix':
      return matrixFigures(tally, question);
    case 'short_text':
    case 'long_text':
      return wordFigures(tally, stopWords);
    case 'file':
      return fileFigures(tally);
    case 'address':
    case 'email':
    case 'full_name':
    case 'phone':
    case 'url':
    case 'statement':
      return { type: 'answered' };
    default:
      return kind satisfies never;
  }
}

/** Names with the most frequent first; of one frequency, in the order of their characters. */
const byFrequency = (names: ReadonlyMap<string, number> = new Map()): [string, number][] =>
  [...names].sort(([a, times], [b, others]) => others - times || (a < b ? -1 : 1));

/** The values of a field that people do not see: each is shown as it is, the most frequent first. */
function valueFigures(tally: Tally): FiguresOf<'choices'> {
  const choices = byFrequency(tally.counts.get(groups.choices)).slice(0, shownWords);
  const shown = (value: string): TableChoice => ({ value, label: value, isRemoved: false });
  return choiceFigures(
    tally,
    choices.map(([value]) => shown(value)),
    false,
  );
}

function wordFigures(tally: Tally, stopWords: ReadonlySet<string>): FiguresOf<'words'> {
  const words = byFrequency(tally.counts.get(groups.words)).filter(([word]) => !stopWords.has(word));
  return {
    type: 'words',
    words: words.slice(0, shownWords).map(([word, count]) => ({ word, count })),
    latest: tally.latest,
  };
}

function dateFigures({ counts }: Tally): FiguresOf<'dates'> {
  const days = counts.get(groups.days) ?? new Map<string, number>();
  const inOrder = [...days.keys()].sort();
  return {
    type: 'dates',
    first: inOrder.at(0) ?? null,
    last: inOrder.at(-1) ?? null,
    line: timeLineOf(days, maxBins),
  };
}

function hourFigures({ counts }: Tally): FiguresOf<'hours'> {
  const hours = counts.get(groups.hours);
  return {
    type: 'hours',
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, count: hours?.get(String(hour)) ?? 0 })),
  };
}

function fileFigures({ counts, numbers }: Tally): FiguresOf<'files'> {
  const sizes = numbers.get(units.bytes)?.sorted() ?? new Float64Array();
  return {
    type: 'files',
    files: sizes.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    types: byFrequency(counts.get(groups.types)).map(([type, count]) => ({ type, count })),
  };
}
