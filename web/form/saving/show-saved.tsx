import type { FastifyReply, FastifyRequest } from 'fastify';
import { answeredFormOf } from '../../../commands/submission/change-request.ts';
import type { FormAtRevision } from '../../../log/form-revisions.ts';
import type { FormPages } from '../form-pages.tsx';
import type { openFormTokens } from '../form-tokens.ts';
import { inPresentLook } from '../look/present-look.ts';
import type { FormSubmitterDeps } from '../submit-form.ts';
import { textsOfAnswers } from './carried-answers.ts';
import { isCompletable } from './is-completable.ts';
import type { SavedCookies } from './saved-cookies.ts';
import { SentPage } from './saved-pages.tsx';
import { submissionTo } from './saved-submissions.ts';

interface Parts {
  readonly tokens: ReturnType<typeof openFormTokens>;
  readonly pages: FormPages;
  readonly cookies: SavedCookies;
}

/**
 * Renders the page of a form with the answers that the browser saved, at the revision that they were begun with.
 * @returns null if the browser has saved none, or the form does not take them any more
 */
export const openSavedView =
  (deps: FormSubmitterDeps, { tokens, pages, cookies }: Parts) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    { form }: FormAtRevision,
  ): Promise<JSX.Element | null> => {
    const remembered = cookies.recall(request, form.formId);
    if (!remembered || !isCompletable(form, deps.now())) return null;
    const { submissionId } = remembered;
    const found = await submissionTo(deps, form.formId, submissionId);
    if (!found) {
      cookies.forget(request, reply, form.formId);
      return null;
    }
    const { present } = found;
    const begun = await answeredFormOf(deps, present.form);
    const token = tokens.issue(begun, submissionId);
    if (present.isComplete) return <SentPage form={form} token={token} />;
    const typed = textsOfAnswers(begun.form, present);
    const savedAt = present.savedAt ?? present.at;
    const entered = { typed, problems: [], notice: null, kept: [], savedAt };
    return pages.renderEntered(inPresentLook(begun.form, form), token, entered);
  };
