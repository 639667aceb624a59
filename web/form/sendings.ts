import type { FastifyRequest } from 'fastify';
import { refused } from '../../api/errors/errors.ts';
import { contextOf } from '../../api/requests/requests.ts';
import type { Refusal } from '../../commands/refusal.ts';
import { checkAnswers } from '../../commands/submission/check-answers.ts';
import { createSubmission, type SubmissionDeps } from '../../commands/submission/create-submission.ts';
import { relevantChanges } from '../../domain/form/relevant-changes.ts';
import type { FormAtRevision } from '../../log/form-revisions.ts';
import type { WebDeps } from '../web-deps.ts';
import { allInWords, type KeptAnswer, keptIn, unknownTexts } from './answer-in-words.ts';
import { inPresentForm } from './changed-page.ts';
import type { FormPages, Sent } from './form-pages.tsx';
import type { FormTicket, openFormTokens } from './form-tokens.ts';
import { fullMessage } from './notice-pages.tsx';
import { readAnswers } from './read-answers.ts';
import { type TextId, textsIn } from './texts.ts';
import { textOf, tokenField, trapField, type Typed } from './typed.ts';

/** People take longer to fill in a form, in ms. */
const defaultMinFormMs = 1_500;

/** The outcome of a form that a browser sends: a submission, or a page with its status. */
export type Sending =
  /** New, if no earlier sending of the same page has made the submission. */
  | { readonly kind: 'sent'; readonly isNew: boolean }
  /** The form takes no answers now. What was typed is shown to be copied. */
  | { readonly kind: 'closed'; readonly kept: readonly KeptAnswer[] }
  | { readonly kind: 'again'; readonly status: number; readonly page: string };

export type SendingDeps = SubmissionDeps & Pick<WebDeps, 'minFormMs'>;

/** Makes submissions of forms that browsers send. What was typed stands on the page of a refusal. */
export function openSendings(
  deps: SendingDeps,
  tokens: ReturnType<typeof openFormTokens>,
  pages: Pick<FormPages, 'again'>,
) {
  const { now, revisions, minFormMs = defaultMinFormMs } = deps;

  /** Why a sending is taken for the work of a program; null for one of a person. */
  function suspicion(typed: Typed, sentAfterMs: number): TextId | null {
    if (textOf(typed, trapField) !== '') return 'filledBeyond';
    return sentAfterMs < minFormMs ? 'tooQuick' : null;
  }

  async function shownBy(
    { revision, at }: FormTicket,
    present: FormAtRevision,
  ): Promise<FormAtRevision | null> {
    if (revision === present.revision) return present;
    if (revision !== undefined) return revisions.at(present.form.formId, revision);
    return present.form.updatedAt < at ? present : null;
  }

  /** The page of the form as it was shown, with every problem of the answers whatever the reason of the refusal is. */
  async function again(
    { form }: FormAtRevision,
    token: string,
    typed: Typed,
    status: number,
    notice: string | null,
  ): Promise<Sending> {
    const { answers, unreadable } = readAnswers(form.fields, typed, form);
    const checked = await checkAnswers(form.fields, answers, unreadable);
    const problems = checked.ok ? [] : checked.error;
    const sent: Sent = { typed, problems, notice, kept: keptIn(typed) };
    return { kind: 'again', status, page: await pages.again(form, token, sent) };
  }

  /** The page of the form as it is now, under a token of its own. */
  const presentPage = async (present: FormAtRevision, status: number, sent: Sent): Promise<Sending> => ({
    kind: 'again',
    status,
    page: await pages.again(present.form, tokens.issue(present), sent),
  });

  /** @param shown the form as it was shown; null if that is unknown */
  function closed(present: FormAtRevision, shown: FormAtRevision | null, typed: Typed): Sending {
    // The questions of a draft may not be meant for the public yet.
    const known = shown ?? (present.form.status === 'draft' ? null : present);
    const texts = textsIn(present.form.language);
    const fields = known?.form.fields ?? [];
    const unknown = shown ? [] : unknownTexts(fields, typed);
    return { kind: 'closed', kept: [...keptIn(typed), ...allInWords(fields, typed, texts), ...unknown] };
  }

  /** @param present the form as this process knows it; another may have shown a later revision */
  return async function send(
    request: FastifyRequest,
    present: FormAtRevision,
    typed: Typed,
  ): Promise<Sending> {
    const { formId, accountId, status } = present.form;
    const token = textOf(typed, tokenField);
    const ticket = tokens.open(formId, token);
    const shown = ticket && (await shownBy(ticket, present));
    if (!ticket || !shown || !tokens.isFresh(ticket)) {
      if (status !== 'published') return closed(present, shown, typed);
      const changes = shown ? relevantChanges(shown.form, present.form, new Map()) : [];
      const outdated = { shown: shown?.form ?? null, now: present.form, changes, typed };
      return presentPage(present, 422, await inPresentForm(outdated));
    }
    const doubt = suspicion(typed, now().getTime() - Date.parse(ticket.at));
    const { say } = textsIn(shown.form.language);
    if (doubt !== null)
      return status === 'published'
        ? again(shown, token, typed, 422, say(doubt))
        : closed(present, shown, typed);
    const { answers, unreadable } = readAnswers(shown.form.fields, typed, shown.form);
    const created = await createSubmission(
      deps,
      {
        formId,
        answers,
        unreadable,
        answered: { revision: shown.revision },
        source: 'form',
        idempotencyKey: `form ${ticket.id}`,
      },
      contextOf(request, accountId, { kind: 'system', id: 'form' }),
    );
    if (created.ok) return { kind: 'sent', isNew: !created.value.replayed };
    const refusal: Refusal = created.error;
    switch (refusal.code) {
      case 'invalid_request':
        return again(shown, token, typed, 422, null);
      case 'form_changed': {
        const outdated = { shown: shown.form, now: refusal.now.form, changes: refusal.changes, typed };
        return presentPage(refusal.now, 409, await inPresentForm(outdated));
      }
      case 'answers_too_large': {
        const { label = '' } = shown.form.fields.find(({ key }) => key === refusal.longest.key) ?? {};
        return again(shown, token, typed, 413, say('tooLongTogether', { label }));
      }
      case 'quota_exceeded':
        return again(shown, token, typed, 403, fullMessage(shown.form, refusal.resetsAt));
      case 'idempotency_mismatch':
        return again(shown, tokens.issue(shown), typed, 409, say('sentAlready'));
      case 'idempotency_in_flight':
        return again(shown, token, typed, 409, say('stillSending'));
      case 'form_not_published':
        return closed(present, shown, typed);
      default:
        throw refused(refusal);
    }
  };
}
