import { checkAnswers } from '../../commands/submission/check-answers.ts';
import type { ExistingForm } from '../../domain/form/decider.ts';
import { priceOf } from '../../domain/form/price.ts';
import type { FormChange } from '../../domain/form/relevant-changes.ts';
import { carryOver, carryUnknown } from './carry-over.ts';
import type { EnteredTexts } from './entered-texts.ts';
import type { FieldProblem } from './form-frame.tsx';
import type { EnteredForm } from './form-pages.tsx';
import { readKeptAnswers } from './format-answer.ts';
import { readAnswers } from './read-answers.ts';
import { type Texts, textsIn } from './texts.ts';

/** A page that was sent, and cannot be taken as it is. */
interface OutdatedForm {
  /** The form that the page showed; null if that is unknown. */
  readonly shown: ExistingForm | null;
  readonly now: ExistingForm;
  readonly changes: readonly FormChange[];
  readonly typed: EnteredTexts;
}

/**
 * Returns what the page of the present form shows to people who sent an outdated page: what they typed, as far as it
 * still has a question, the rest to be copied, and what has changed, beside each question. Without a change the page was open
 * for too long.
 */
export async function carryToCurrentForm({
  shown,
  now,
  changes,
  typed: sent,
}: OutdatedForm): Promise<EnteredForm> {
  const texts = textsIn(now.language);
  const areTermsNew = changes.some(({ aspect }) => aspect === 'description' || aspect === 'statement');
  const { typed, kept } = shown ? carryOver(shown, now, sent, areTermsNew) : carryUnknown(now, sent);
  const { answers, unreadable } = readAnswers(now.fields, typed, now);
  const checked = await checkAnswers(now.fields, answers, unreadable);
  const problems = [
    ...changes.flatMap((change) => fieldProblems(change, texts)),
    ...(checked.ok ? [] : checked.error),
  ];
  const hasChanged = changes.length > 0 || kept.length > 0;
  const notice = [
    texts.say('changed'),
    ...changes.flatMap((change) => formMessages(change, texts)),
    texts.say('lookThrough'),
  ];
  return {
    typed,
    problems,
    notice: hasChanged ? texts.joined(notice) : texts.say('openForLong'),
    kept: [...readKeptAnswers(sent), ...kept],
  };
}

/** What has changed in a question, beside it. */
function fieldProblems(change: FormChange, texts: Texts): FieldProblem[] {
  const message = changeMessage(change, texts);
  return message === null || !('now' in change) ? [] : [{ field: change.now.key, message }];
}

function changeMessage(change: FormChange, { say, money }: Texts): string | null {
  switch (change.aspect) {
    case 'question':
      return change.shown.label === change.now.label
        ? say('changedExplanation')
        : say('changedQuestion', { label: change.shown.label });
    case 'kind':
      return say('changedKind');
    case 'choices':
      return say('changedChoices');
    case 'steps':
      return say('changedSteps');
    case 'price': {
      const [before, after] = [priceOf(change.shown), priceOf(change.now)];
      return before && after ? say('changedPrice', { price: money(before) }) : say('changedKind');
    }
    case 'added':
      return say('newQuestion');
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
function formMessages(change: FormChange, { say }: Texts): string[] {
  switch (change.aspect) {
    case 'description':
      return [say('changedDescription')];
    case 'statement':
      return [say('changedStatement', { text: change.now.label })];
    default:
      return [];
  }
}
