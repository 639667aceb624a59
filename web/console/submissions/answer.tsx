import type { DisplayedAnswer } from '../../../domain/submission/labelled.ts';

/** An answer as the person saw it. */
export function AnswerText({ display }: Pick<DisplayedAnswer, 'display'>) {
  if (display === null || display === '') return <span class="quiet">no answer</span>;
  return (
    <span class="answer" safe>
      {display}
    </span>
  );
}

const longest = 80;

/** The beginning of an answer, for a cell of a table. */
export const ShortAnswer = ({ display }: Pick<DisplayedAnswer, 'display'>) => {
  const text = (display ?? '').slice(0, longest + 1).replaceAll('\n', ', ');
  return <span safe>{text.length > longest ? `${text.slice(0, longest)}…` : text}</span>;
};
