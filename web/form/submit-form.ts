import type { FastifyRequest } from 'fastify';
import { refused } from '../../api/errors/errors.ts';
import { contextOf } from '../../api/requests/requests.ts';
import type { Refusal } from '../../commands/refusal.ts';
import type { ChangeDeps } from '../../commands/submission/change-request.ts';
import { checkAnswers } from '../../commands/submission/check-answers.ts';
import type { SubmissionDeps } from '../../commands/submission/create-submission.ts';
import type { Problem } from '../../domain/errors.ts';
import { relevantChanges } from '../../domain/form/relevant-changes.ts';
import type { FormAtRevision } from '../../log/form-revisions.ts';
import type { WebDeps } from '../web-deps.ts';
import { type EnteredTexts, textOf, tokenField } from './entered-texts.ts';
import type { EnteredForm, FormPages } from './form-pages.tsx';
import type { openFormTokens } from './form-tokens.ts';
import { formatAnswers, type KeptAnswer, readKeptAnswers, unknownTexts } from './format-answer.ts';
import { fullMessage } from './notice-pages.tsx';
import { carryToCurrentForm } from './outdated-form.ts';
import { readAnswers } from './read-answers.ts';
import { problemsOfFiles, withoutFiles } from './refused-files.ts';
import { isCompletable } from './saving/is-completable.ts';
import { submitAnswers } from './saving/submit-answers.ts';
import { findShownForm } from './shown-form.ts';
import { spamReason } from './spam.ts';
import { textsIn } from './texts.ts';

/** The outcome of a form that a browser sends: a submission, or a page with its status. */
export type FormSubmissionResult =
  /** New, if no earlier sending of the same page has made the submission. */
  | { readonly kind: 'sent'; readonly submissionId: string; readonly isNew: boolean }
  /** The form takes no answers now. What was typed is shown to be copied. */
  | { readonly kind: 'closed'; readonly kept: readonly KeptAnswer[] }
  | { readonly kind: 'again'; readonly status: number; readonly page: string };

export type FormSubmitterDeps = SubmissionDeps & ChangeDeps & Pick<WebDeps, 'minFormMs'>;

/** Makes submissions of forms that browsers send. What was typed stands on the page of a refusal. */
export function openFormSubmitter(
  deps: FormSubmitterDeps,
  tokens: ReturnType<typeof openFormTokens>,
  pages: Pick<FormPages, 'renderEntered'>,
) {
  const { now, revisions, minFormMs } = deps;

  /** The page of the form as it was shown, with every problem of the answers whatever the reason of the refusal is. */
  async function rerender(
    { form }: FormAtRevision,
    token: string,
    typed: EnteredTexts,
    fileProblems: readonly Problem[],
    status: number,
    notice: string | null,
  ): Promise<FormSubmissionResult> {
    const { answers, unreadable } = readAnswers(form.fields, typed, form);
    const checked = await checkAnswers(form.fields, answers, [...unreadable, ...fileProblems]);
    const problems = checked.ok ? [] : checked.error;
    const sent: EnteredForm = { typed, problems, notice, kept: readKeptAnswers(typed) };
    return { kind: 'again', status, page: await pages.renderEntered(form, token, sent) };
  }

  /** The page of the form as it is now, under a token of its own. */
  const renderCurrent = async (
    current: FormAtRevision,
    status: number,
    sent: EnteredForm,
    submissionId?: string,
  ): Promise<FormSubmissionResult> => ({
    kind: 'again',
    status,
    page: await pages.renderEntered(current.form, tokens.issue(current, submissionId), sent),
  });

  /** @param shown the form as it was shown; null if that is unknown */
  function closedResult(
    current: FormAtRevision,
    shown: FormAtRevision | null,
    typed: EnteredTexts,
  ): FormSubmissionResult {
    // The questions of a draft may not be meant for the public yet.
    const known = shown ?? (current.form.status === 'draft' ? null : current);
    const texts = textsIn(current.form.language);
    const fields = known?.form.fields ?? [];
    const unknown = shown ? [] : unknownTexts(fields, typed);
    return {
      kind: 'closed',
      kept: [...readKeptAnswers(typed), ...formatAnswers(fields, typed, texts), ...unknown],
    };
  }

  /**
   * @param current the form as this process knows it; another may have shown a later revision
   * @param fileProblems why files of the form were refused
   */
  return async function send(
    request: FastifyRequest,
    current: FormAtRevision,
    typed: EnteredTexts,
    fileProblems: readonly Problem[] = [],
  ): Promise<FormSubmissionResult> {
    const { formId, accountId, status } = current.form;
    const token = textOf(typed, tokenField);
    const ticket = tokens.open(formId, token);
    const submissionId = ticket?.submissionId;
    const isOpen =
      status === 'published' || (submissionId !== undefined && isCompletable(current.form, now()));
    const shown = ticket && (await findShownForm(revisions, ticket, current));
    if (!ticket || !shown || !tokens.isFresh(ticket)) {
      if (!isOpen) return closedResult(current, shown, typed);
      const changes = shown ? relevantChanges(shown.form, current.form, new Map()) : [];
      const outdated = { shown: shown?.form ?? null, now: current.form, changes, typed };
      return renderCurrent(current, 422, await carryToCurrentForm(outdated), submissionId);
    }
    const spam = spamReason(typed, ticket, now().getTime(), minFormMs);
    const { say } = textsIn(shown.form.language);
    if (spam !== null)
      return isOpen
        ? rerender(shown, token, typed, fileProblems, 422, say(spam))
        : closedResult(current, shown, typed);
    const { answers, unreadable } = readAnswers(shown.form.fields, typed, shown.form);
    const sent = await submitAnswers(
      deps,
      submissionId ?? null,
      {
        formId,
        answers,
        unreadable: [...unreadable, ...fileProblems],
        answered: { revision: shown.revision },
        source: 'form',
        idempotencyKey: `form ${ticket.id}`,
      },
      contextOf(request, accountId, { kind: 'system', id: 'form' }),
    );
    if (sent.ok) return { kind: 'sent', submissionId: sent.value.submissionId, isNew: !sent.value.replayed };
    const refusal: Refusal = sent.error;
    switch (refusal.code) {
      case 'invalid_request': {
        const ofFiles = problemsOfFiles(shown.form.fields, refusal.problems);
        const kept = withoutFiles(typed, ofFiles);
        return rerender(shown, token, kept, [...fileProblems, ...ofFiles], 422, null);
      }
      case 'form_changed': {
        const outdated = { shown: shown.form, now: refusal.now.form, changes: refusal.changes, typed };
        return renderCurrent(refusal.now, 409, await carryToCurrentForm(outdated), submissionId);
      }
      case 'answers_too_large': {
        const { label = '' } = shown.form.fields.find(({ key }) => key === refusal.longest.key) ?? {};
        return rerender(shown, token, typed, fileProblems, 413, say('tooLongTogether', { label }));
      }
      case 'quota_exceeded':
        return rerender(shown, token, typed, fileProblems, 403, fullMessage(shown.form, refusal.resetsAt));
      case 'idempotency_mismatch':
      case 'submission_complete':
        return rerender(shown, tokens.issue(shown), typed, fileProblems, 409, say('sentAlready'));
      case 'submission_expired':
      case 'erased':
      case 'not_found':
        return rerender(shown, tokens.issue(shown), typed, fileProblems, 410, say('savedGone'));
      case 'idempotency_in_flight':
        return rerender(shown, token, typed, fileProblems, 409, say('stillSending'));
      case 'form_not_published':
        return closedResult(current, shown, typed);
      default:
        throw refused(refusal);
    }
  };
}
