interface Answered {
  /** As the person saw it. */
  readonly display: string | null;
  readonly e164?: string | null | undefined;
}

const folded = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Returns whether an answer is a text as a whole, as people see it; a telephone number also in E.164. Capitals, blanks and the width of
 * characters make no difference.
 */
export function wholeAnswer(text: string): (answer: Answered) => boolean {
  const sought = folded(text);
  return ({ display, e164 }) =>
    [display, e164].some((each) => typeof each === 'string' && folded(each) === sought);
}
