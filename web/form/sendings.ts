import type { FastifyRequest } from 'fastify';
import { checkAnswers } from '../../commands/check-answers.ts';
import { createSubmission } from '../../commands/create-submission.ts';
import type { Refusal } from '../../commands/support/refusal.ts';
import { refused } from '../../api/errors/errors.ts';
import { contextOf } from '../../api/requests/requests.ts';
import type { ExistingForm } from '../../domain/form/decider.ts';
import { AppendTooLarge } from '../../log/log-errors.ts';
import { inUtc } from '../parts/time.tsx';
import type { WebDeps } from '../web-deps.ts';
import type { FormPages } from './form-pages.tsx';
import type { openFormTokens } from './form-tokens.ts';
import { readAnswers, type ReadAnswers } from './read-answers.ts';
import { textOf, tokenField, trapField, type Typed } from './typed.ts';

/** People take longer to fill in a form, in ms. */
const usualLeastMs = 1_500;

/** The outcome of a form that a browser sends: a submission, or a page with its status. */
export type Sending =
  | { readonly kind: 'sent' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'again'; readonly status: number; readonly page: string };

/** Makes submissions of forms that browsers send. What was typed stands on the page of a refusal. */
export function openSendings(
  deps: WebDeps,
  tokens: ReturnType<typeof openFormTokens>,
  pages: Pick<FormPages, 'again'>,
) {
  const { now, leastFormMs = usualLeastMs } = deps;

  /** Why a sending is taken for the work of a program; null for one of a person. */
  function suspicion(typed: Typed, sentAfterMs: number): string | null {
    if (textOf(typed, trapField) !== '')
      return 'The form was filled in beyond its questions. Please send it again.';
    return sentAfterMs < leastFormMs
      ? 'That was very quick. Please look at your answers and send them again.'
      : null;
  }

  const create = (request: FastifyRequest, form: ExistingForm, read: ReadAnswers, ticketId: string) =>
    createSubmission(
      deps,
      { formId: form.formId, ...read, source: 'form', idempotencyKey: `form ${ticketId}` },
      contextOf(request, form.accountId, { kind: 'system', id: 'form' }),
    );

  return async function send(request: FastifyRequest, form: ExistingForm, typed: Typed): Promise<Sending> {
    const token = textOf(typed, tokenField);
    const read = readAnswers(form.fields, typed, form);
    /** The page again, with every problem of the answers whatever the reason of the refusal is. */
    const again = async (status: number, notice: string | null, given = token): Promise<Sending> => {
      const checked = await checkAnswers(form.fields, read.answers, read.unreadable);
      const problems = checked.ok ? [] : checked.error;
      return { kind: 'again', status, page: await pages.again(form, given, { typed, problems, notice }) };
    };
    const ticket = tokens.open(form.formId, token);
    if (!ticket)
      return again(
        422,
        'The page was open for a long time. Please send it again.',
        tokens.issue(form.formId),
      );
    const doubt = suspicion(typed, now().getTime() - Date.parse(ticket.at));
    if (doubt !== null) return again(422, doubt);
    const created = await create(request, form, read, ticket.id).catch((error: unknown) => {
      if (error instanceof AppendTooLarge) return null;
      throw error;
    });
    if (created === null)
      return again(413, 'Your answers are too long together. Please shorten them, and send them again.');
    if (created.ok) return { kind: 'sent' };
    const refusal: Refusal = created.error;
    switch (refusal.code) {
      case 'invalid_request':
        return again(422, null);
      case 'quota_exceeded': {
        const next = `It takes answers again from ${inUtc(refusal.resetsAt)} on.`;
        return again(403, `This form has received all the answers it can take this month. ${next}`);
      }
      case 'idempotency_mismatch':
        return again(
          409,
          'You have sent this form already. To send these answers as well, send it again.',
          tokens.issue(form.formId),
        );
      case 'idempotency_in_flight':
        return again(409, 'The form is still being sent. Please wait a moment.');
      case 'form_not_published':
        return { kind: 'closed' };
      default:
        throw refused(refusal);
    }
  };
}
