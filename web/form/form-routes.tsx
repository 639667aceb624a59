import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type ApiError, toApiError } from '../../api/errors/errors.ts';
import type { Rates } from '../../api/limits/rates.ts';
import { contextOf } from '../../api/requests/requests.ts';
import { idInName, nameInAddress } from '../../domain/form/address.ts';
import type { ExistingForm } from '../../domain/form/decider.ts';
import type { FormAtRevision } from '../../log/form-revisions.ts';
import { inTurns } from '../parts/in-turns.ts';
import { sendHtml } from '../parts/send-html.ts';
import type { WebDeps } from '../web-deps.ts';
import type { KeptAnswer } from './answer-in-words.ts';
import { framing } from './embedding.ts';
import { openFormFinder } from './find-form.ts';
import { formBytesOf, mostFormBytes } from './form-bytes.ts';
import { isFullUntil, NoticePage, RetryPage } from './form-page.tsx';
import { openFormPages } from './form-pages.tsx';
import { openFormTokens } from './form-tokens.ts';
import { prefilled } from './prefill.ts';
import { openSendings } from './sendings.ts';
import { textsIn } from './texts.ts';
import { ownTexts, typedIn } from './typed.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The form that is sent; null while the stores do not answer. */
    sentForm: FormAtRevision | null;
    /** The refusal of an address beyond its limit, which gets its texts back. */
    formRefusal: ApiError | null;
  }
}

const Named = Type.Object({ form: Type.String({ minLength: 1, maxLength: 100 }) });

/** A slug can be changed and changed back, so that no browser may remember where an address led. */
const forNow = { 'cache-control': 'no-cache' };
const Sent = Type.Record(Type.String(), Type.Unknown());

/** The query of an address, with its question mark. */
function searchOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}

/** The public forms. */
export const formRoutes =
  (deps: WebDeps, rates: Rates): FastifyPluginAsyncTypebox =>
  async (app) => {
    const find = openFormFinder(deps, rates);
    const tokens = openFormTokens(deps);
    const pages = openFormPages();
    const send = openSendings(deps, tokens, pages);
    app.decorateRequest('sentForm', null);
    app.decorateRequest('formRefusal', null);

    const page = async (reply: FastifyReply, form: ExistingForm, html: JSX.Element) => {
      reply.headers(await framing(deps, form.accountId)).removeHeader('x-frame-options');
      return sendHtml(reply, html);
    };

    const closed = (reply: FastifyReply, form: ExistingForm, kept: readonly KeptAnswer[] = []) =>
      page(
        reply.code(410),
        form,
        // A draft may have a title that is not meant for the public yet.
        <NoticePage
          title={form.status === 'draft' ? null : form.title}
          lang={form.language}
          text={textsIn(form.language).say(form.status === 'draft' ? 'unavailable' : 'closed')}
          kept={kept}
        />,
      );

    /** While it is unknown, the form is shown: its submission is refused if there is no room. */
    const fullUntil = (request: FastifyRequest, { accountId }: ExistingForm): Promise<string | null> =>
      deps.quotas.fullUntil(contextOf(request, accountId, { kind: 'system', id: 'form' })).catch(() => null);

    const countPage = async ({ ip }: FastifyRequest) => rates.countFormPage(ip);

    app.get(
      '/f/:form',
      { onRequest: countPage, schema: { params: Named, querystring: Sent } },
      async (request, reply) => {
        const found = await find(request.params.form, request.ip);
        const { form } = found;
        if (form.status !== 'published') return closed(reply, form);
        const { form: name } = request.params;
        const present = nameInAddress(form);
        if (idInName(name) === form.formId && name !== present)
          return reply.headers(forNow).redirect(`/f/${present}${searchOf(request.url)}`, 308);
        const resetsAt = await fullUntil(request, form);
        if (resetsAt !== null)
          return page(
            reply.code(403),
            form,
            <NoticePage title={form.title} lang={form.language} text={isFullUntil(form, resetsAt)} />,
          );
        return page(
          reply,
          form,
          await pages.fresh(found, tokens.issue(found), prefilled(form, request.query)),
        );
      },
    );

    app.get(
      '/f/:form/thanks',
      { onRequest: countPage, schema: { params: Named } },
      async (request, reply) => {
        const { form } = await find(request.params.form, request.ip);
        if (form.status === 'draft') return closed(reply, form);
        const text = textsIn(form.language).say('thanks');
        return page(reply, form, <NoticePage title={form.title} lang={form.language} text={text} />);
      },
    );

    /** Runs before the body is read: it need not be read beyond the limits, nor for a form that does not exist. */
    async function admit(request: FastifyRequest<{ Params: { form: string } }>): Promise<void> {
      request.formRefusal = rates.countForm(request.ip);
      try {
        request.sentForm = await find(request.params.form, request.ip);
        const { form } = request.sentForm;
        request.formBytes = tokens.mayShowOthers(form) ? mostFormBytes : formBytesOf(form.fields);
      } catch (thrown) {
        // What was typed is kept while the stores do not answer.
        if (toApiError(thrown).status !== 503) throw thrown;
        request.formBytes = mostFormBytes;
      }
    }

    app.post(
      '/f/:form',
      { onRequest: admit, schema: { params: Named, body: Sent } },
      async (request, reply) => {
        const typed = typedIn(request.body);
        const { form: name } = request.params;
        try {
          if (request.formRefusal) throw request.formRefusal;
          const found = await find(name, request.ip);
          const { form } = found;
          const answer = await send(request, found, typed);
          if (answer.kind === 'sent') {
            if (answer.isNew) rates.countSubmission(request.ip);
            return await reply.redirect(`/f/${form.formId}/thanks`, 303);
          }
          if (answer.kind === 'closed') return await closed(reply, form, answer.kept);
          return await page(reply.code(answer.status), form, answer.page);
        } catch (thrown) {
          const error = toApiError(thrown);
          if (![429, 503].includes(error.status)) throw thrown;
          const lang = request.sentForm?.form.language;
          const { say } = textsIn(lang);
          const text =
            error.status === 429
              ? say('tooManyForms', { seconds: Number(error.headers['retry-after'] ?? 60) })
              : say('notStored');
          reply.code(error.status).headers(error.headers);
          const known = request.sentForm?.form ?? null;
          const kept = ownTexts(typed, known && !tokens.mayShowOthers(known) ? known.fields : null);
          const inputs = await inTurns(kept, ([key, value]) => (
            <input type="hidden" name={key} value={value} />
          ));
          const action = `/f/${encodeURIComponent(name)}`;
          return sendHtml(
            reply,
            <RetryPage action={action} inputs={inputs.join('')} lang={lang} text={text} />,
          );
        }
      },
    );
  };
