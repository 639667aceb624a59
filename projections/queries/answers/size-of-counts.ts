import type { Figures } from '../../../domain/submission/tally/figures.ts';
import type { CountedAnswers } from './count-answers.ts';

/** About how many bytes the counts of a form take. */
export const sizeOf = ({ questions }: CountedAnswers): number =>
  questions.reduce((size, { figures }) => size + 500 + 150 * entriesOf(figures), 1_000);

function entriesOf(figures: Figures): number {
  switch (figures.type) {
    case 'choices':
    case 'ranking':
      return figures.choices.length;
    case 'scale':
    case 'nps':
      return figures.steps.length;
    case 'numbers':
      return figures.units.reduce((sum, { bins }) => sum + bins.length, 0);
    case 'dates':
      return figures.line?.bins.length ?? 0;
    case 'matrix':
      return figures.rows.length * (1 + figures.columns.length);
    case 'words':
      return figures.words.length + 10 * figures.latest.length;
    case 'files':
      return figures.types.length;
    case 'hours':
    case 'answered':
      return 24;
    default:
      return figures satisfies never;
  }
}
