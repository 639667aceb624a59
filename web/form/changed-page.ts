import { checkAnswers } from '../../commands/check-answers.ts';
import type { FormChange } from '../../domain/form/changes-that-matter.ts';
import type { ExistingForm } from '../../domain/form/decider.ts';
import { keptIn } from './answer-in-words.ts';
import { carryOver, carryUnknown } from './carry-over.ts';
import type { FieldProblem } from './form-page.tsx';
import type { Sent } from './form-pages.tsx';
import { readAnswers } from './read-answers.ts';
import type { Typed } from './typed.ts';

/** A page that was sent, and cannot be taken as it is. */
interface Outdated {
  /** The form that the page showed; null if that is unknown. */
  readonly shown: ExistingForm | null;
  readonly now: ExistingForm;
  readonly changes: readonly FormChange[];
  readonly typed: Typed;
}

/**
 * Returns what the page of the present form shows to people who sent an outdated page: what they typed, as far as it
 * still has a question, the rest to be copied, and what has changed, beside each question.
 * @param reason why the page comes again if the form has not changed
 */
export async function inPresentForm(
  { shown, now, changes, typed: sent }: Outdated,
  reason: string,
): Promise<Sent> {
  const { typed, kept } = shown ? carryOver(shown, now, sent) : carryUnknown(now, sent);
  const { answers, unreadable } = readAnswers(now.fields, typed, now);
  const checked = await checkAnswers(now.fields, answers, unreadable);
  const problems = [...changes.flatMap(besideField), ...(checked.ok ? [] : checked.error)];
  const hasChanged = changes.length > 0 || kept.length > 0;
  const notice = [
    'The form has changed since you opened it.',
    ...changes.flatMap(aboveForm),
    'Please look through the form and send it again.',
  ];
  return {
    typed,
    problems,
    notice: hasChanged ? notice.join(' ') : reason,
    kept: [...keptIn(sent), ...kept],
  };
}

/** What has changed in a question, beside it. */
function besideField(change: FormChange): FieldProblem[] {
  const message = messageOf(change);
  return message === null || !('now' in change) ? [] : [{ field: change.now.key, message }];
}

function messageOf(change: FormChange): string | null {
  switch (change.what) {
    case 'question':
      return change.shown.label === change.now.label
        ? 'The explanation of this question has changed.'
        : `This question has changed. It was: “${change.shown.label}”.`;
    case 'kind':
      return 'This question is answered in another way now.';
    case 'choices':
      return 'The choices of this question have changed.';
    case 'steps':
      return 'The steps of this question have changed.';
    case 'added':
      return 'This question is new.';
    case 'required':
    case 'unfit':
      // The check of the answer says it.
      return null;
    case 'description':
    case 'statement':
    case 'removed':
      return null;
    default:
      return change satisfies never;
  }
}

/** What has changed beyond the questions that are still asked. */
function aboveForm(change: FormChange): string[] {
  switch (change.what) {
    case 'description':
      return ['The text above the questions has changed.'];
    case 'statement':
      return [`This text is new or has changed: “${change.now.label}”`];
    default:
      return [];
  }
}
