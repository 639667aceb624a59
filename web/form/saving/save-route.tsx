import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { toApiError } from '../../../api/errors/to-api-error.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import { addressOf } from '../../../api/requests/requests.ts';
import type { FormAtRevision } from '../../../log/form-revisions.ts';
import { asksForJson } from '../../parts/error-page.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { type EnteredTexts, textOf, tokenField, typedIn } from '../entered-texts.ts';
import type { openFormFinder } from '../find-form.ts';
import { formBytesOf, maxFormBytes } from '../form-bytes.ts';
import type { FormPages } from '../form-pages.tsx';
import type { FormResponses } from '../form-responses.tsx';
import type { openFormTokens } from '../form-tokens.ts';
import { readKeptAnswers } from '../format-answer.ts';
import type { FormSubmitterDeps } from '../submit-form.ts';
import { NamedForm } from '../submit-route.tsx';
import { textsIn } from '../texts.ts';
import type { ContinueLinks } from './continue-links.ts';
import { openPageSaver, type SavedPageResult } from './save-page.tsx';
import type { SavedCookies } from './saved-cookies.ts';
import { linkField, SavedPage } from './saved-pages.tsx';

const FormBody = Type.Record(Type.String(), Type.Unknown());
type Named = FastifyRequest<{ Params: { form: string } }>;

interface Parts {
  readonly find: ReturnType<typeof openFormFinder>;
  readonly tokens: ReturnType<typeof openFormTokens>;
  readonly pages: FormPages;
  readonly responses: FormResponses;
  readonly cookies: SavedCookies;
  readonly links: ContinueLinks;
}

type Saved = Extract<SavedPageResult, { kind: 'saved' }>;

/** The routes that save the page of a form, and forget what the browser has saved. */
export const saveRoute =
  (
    deps: FormSubmitterDeps & Pick<WebDeps, 'publicUrl'>,
    rates: Rates,
    { find, tokens, pages, responses, cookies, links }: Parts,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const savePage = openPageSaver(deps, tokens);
    app.decorateRequest('sentForm', null);
    app.decorateRequest('formRefusal', null);

    /** Runs before the body is read: it need not be read beyond the limit, nor for a form that does not exist. */
    async function checkBeforeBody(request: Named): Promise<void> {
      request.formRefusal = rates.countFormSave(request.ip);
      const found = await find(request.params.form, request.ip);
      request.sentForm = found;
      request.formBytes = tokens.canShowOtherFields(found.form)
        ? maxFormBytes
        : formBytesOf(found.form.fields);
    }

    function answerSaved(request: Named, reply: FastifyReply, { form }: FormAtRevision, saved: Saved) {
      const { submissionId, expiresAt, unsaved, token } = saved;
      const { formId, language } = form;
      cookies.remember(request, reply, { submissionId, formId, until: expiresAt });
      if (asksForJson(request.headers.accept)) {
        const labels = unsaved.join(', ');
        const message = unsaved.length > 0 ? textsIn(language).say('notSavedYet', { labels }) : '';
        return reply.send({ token, message });
      }
      const { link, until } = links.issue(formId, submissionId, expiresAt);
      const address = `${addressOf(deps, request)}/f/${formId}/continue?${linkField}=${link}`;
      const page = (
        <SavedPage form={form} link={address} linkUntil={until} expiresAt={expiresAt} unsaved={unsaved} />
      );
      return responses.page(reply, form, page);
    }

    async function answer(request: Named, reply: FastifyReply, found: FormAtRevision, typed: EnteredTexts) {
      if (request.formRefusal) throw request.formRefusal;
      const result = await savePage(request, found, typed);
      if (result.kind === 'saved') return answerSaved(request, reply, found, result);
      const isScript = asksForJson(request.headers.accept);
      if (result.kind === 'closed') {
        if (!isScript) return responses.closed(reply, found.form, result.kept);
        return reply.code(410).send({ message: result.message, is_final: true });
      }
      const { status, message, mayTryAgain, next } = result;
      reply.code(status);
      if (isScript) return reply.send({ message, is_final: !mayTryAgain, token: next.token });
      return responses.page(
        reply,
        next.form.form,
        await pages.renderEntered(next.form.form, next.token, next.entered),
      );
    }

    /** Beyond the limit, and while the stores do not answer, the page comes back with what was typed. */
    async function answerUnstored(
      reply: FastifyReply,
      { form }: FormAtRevision,
      typed: EnteredTexts,
      cause: unknown,
    ) {
      const error = toApiError(cause);
      if (![429, 503].includes(error.status)) throw cause;
      const { say } = textsIn(form.language);
      const seconds = Number(error.headers['retry-after'] ?? 60);
      const notice = error.status === 429 ? say('tooManyForms', { seconds }) : say('notStored');
      const entered = { typed, problems: [], notice, kept: readKeptAnswers(typed) };
      reply.code(error.status).headers(error.headers);
      return responses.page(reply, form, await pages.renderEntered(form, textOf(typed, tokenField), entered));
    }

    app.post(
      '/f/:form/save',
      { onRequest: checkBeforeBody, schema: { params: NamedForm, body: FormBody } },
      async (request, reply) => {
        const found = request.sentForm ?? (await find(request.params.form, request.ip));
        const typed = typedIn(request.body);
        return answer(request, reply, found, typed).catch((cause: unknown) => {
          if (asksForJson(request.headers.accept)) throw cause;
          return answerUnstored(reply, found, typed, cause);
        });
      },
    );

    app.post(
      '/f/:form/start-again',
      { onRequest: async ({ ip }) => rates.countFormPage(ip), schema: { params: NamedForm, body: FormBody } },
      async (request, reply) => {
        const { form } = await find(request.params.form, request.ip);
        const { formId } = form;
        // Another site does not know the token of a page with these answers.
        const ticket = tokens.open(formId, textOf(typedIn(request.body), tokenField));
        if (ticket?.submissionId === cookies.recall(request, formId)?.submissionId)
          cookies.forget(request, reply, formId);
        return reply.redirect(`/f/${formId}`, 303);
      },
    );
  };
