import type { FastifyRequest } from 'fastify';
import type { FormAtRevision } from '../../../log/form-revisions.ts';
import { newId } from '../../../log/ids.ts';
import { type EnteredTexts, textOf, tokenField } from '../entered-texts.ts';
import type { EnteredForm } from '../form-pages.tsx';
import type { openFormTokens } from '../form-tokens.ts';
import { formatAnswers, type KeptAnswer, readKeptAnswers } from '../format-answer.ts';
import { carryToCurrentForm } from '../outdated-form.ts';
import { findShownForm } from '../shown-form.ts';
import { spamReason } from '../spam.ts';
import type { FormSubmitterDeps } from '../submit-form.ts';
import { type TextId, textsIn } from '../texts.ts';
import { refusedSaves } from './refused-save.ts';
import { savesAnswers } from './save-controls.tsx';
import { openFormSaver, type SaveResult } from './save-form.ts';

/** The page that follows a refusal, with everything that was typed. */
interface NextPage {
  readonly form: FormAtRevision;
  readonly token: string;
  readonly entered: EnteredForm;
}

export type SavedPageResult =
  | (Extract<SaveResult, { kind: 'saved' }> & { readonly token: string })
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly message: string;
      readonly mayTryAgain: boolean;
      readonly next: NextPage;
    }
  | { readonly kind: 'closed'; readonly message: string; readonly kept: readonly KeptAnswer[] };

/** Saves the pages of forms that browsers send. */
export function openPageSaver(deps: FormSubmitterDeps, tokens: ReturnType<typeof openFormTokens>) {
  const saveForm = openFormSaver(deps);

  /** The same page again, with a sentence above it. */
  function refuse(
    { status, text, mayTryAgain }: { status: number; text: TextId; mayTryAgain: boolean },
    shown: FormAtRevision,
    token: string,
    typed: EnteredTexts,
  ): SavedPageResult {
    const message = textsIn(shown.form.language).say(text);
    const entered = { typed, problems: [], notice: message, kept: readKeptAnswers(typed) };
    return { kind: 'refused', status, message, mayTryAgain, next: { form: shown, token, entered } };
  }

  /** The page of the present form, with what was typed as far as it still has a question. */
  async function refuseOutdated(
    status: number,
    outdated: Omit<Parameters<typeof carryToCurrentForm>[0], 'now'>,
    now: FormAtRevision,
    submissionId: string | undefined,
  ): Promise<SavedPageResult> {
    const entered = await carryToCurrentForm({ ...outdated, now: now.form });
    const message = textsIn(now.form.language).say(status === 409 ? 'changed' : 'openForLong');
    const next = { form: now, token: tokens.issue(now, submissionId), entered };
    return { kind: 'refused', status, message, mayTryAgain: false, next };
  }

  /** @param current the form as this process knows it; another may have shown a later revision */
  return async function savePage(
    request: FastifyRequest,
    current: FormAtRevision,
    typed: EnteredTexts,
  ): Promise<SavedPageResult> {
    const token = textOf(typed, tokenField);
    const ticket = tokens.open(current.form.formId, token);
    const shown = ticket && (await findShownForm(deps.revisions, ticket, current));
    if (!ticket || !shown)
      return refuseOutdated(422, { shown: null, changes: [], typed }, current, undefined);
    if (!savesAnswers(current.form))
      return refuse({ status: 403, text: 'notSaved', mayTryAgain: false }, shown, token, typed);
    const spam = spamReason(typed, ticket, deps.now().getTime(), deps.minFormMs);
    if (spam !== null) return refuse({ status: 422, text: spam, mayTryAgain: true }, shown, token, typed);
    const { submissionId } = ticket;
    // Of an older page it is no longer known whether it was saved.
    const page = tokens.isFresh(ticket) ? ticket.id : newId();
    const idempotencyKey = `form ${page}`;
    const saved = await saveForm(request, {
      shown,
      typed,
      submissionId: submissionId ?? null,
      idempotencyKey,
    });
    switch (saved.kind) {
      case 'saved':
        return { ...saved, token: tokens.issue(shown, saved.submissionId) };
      case 'changed': {
        const { now, changes } = saved.refusal;
        return refuseOutdated(409, { shown: shown.form, changes, typed }, now, submissionId);
      }
      case 'closed': {
        const texts = textsIn(current.form.language);
        const kept = [...readKeptAnswers(typed), ...formatAnswers(shown.form.fields, typed, texts)];
        return { kind: 'closed', message: texts.say('closed'), kept };
      }
      case 'sent':
      case 'gone':
        return refuse(refusedSaves[saved.kind], shown, tokens.issue(shown), typed);
      case 'full':
      case 'tooLarge':
        return refuse(refusedSaves[saved.kind], shown, token, typed);
      default:
        return saved satisfies never;
    }
  };
}
