import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Rates } from '../../api/limits/rates.ts';
import { contextOf } from '../../api/requests/requests.ts';
import { idInName, nameInAddress } from '../../domain/form/address.ts';
import type { ExistingForm } from '../../domain/form/decider.ts';
import type { WebDeps } from '../web-deps.ts';
import { correctRoute } from './correcting/correct-route.tsx';
import { openCorrectionLinks } from './correcting/correction-links.ts';
import { openFormFinder } from './find-form.ts';
import { formErrors } from './form-errors.tsx';
import { openFormPages } from './form-pages.tsx';
import { openFormResponses } from './form-responses.tsx';
import { openFormTokens } from './form-tokens.ts';
import { pictureRoutes } from './look/picture-routes.ts';
import { fullMessage, NoticePage, shownOf } from './notice-pages.tsx';
import { prefilled } from './prefill.ts';
import { openPageReturns } from './return-pages.ts';
import { openContinueLinks } from './saving/continue-links.ts';
import { continueRoute } from './saving/continue-route.tsx';
import { saveRoute } from './saving/save-route.tsx';
import { openSavedCookies } from './saving/saved-cookies.ts';
import { openSavedView } from './saving/show-saved.tsx';
import type { FormSubmitterDeps } from './submit-form.ts';
import { NamedForm, submitRoute } from './submit-route.tsx';
import type { FileTakerDeps } from './take-files.ts';
import { thanksRoute } from './thanks/thanks-route.tsx';
import { uploadRoutes } from './upload-routes.ts';

/** A slug can be changed and changed back, so that no browser may remember where an address led. */
const noCache = { 'cache-control': 'no-cache' };
const ReturnedParams = Type.Object({ ...NamedForm.properties, page: Type.String({ maxLength: 100 }) });
const PrefillQuery = Type.Record(Type.String(), Type.Unknown());

/** The query of an address, with its question mark. */
function searchOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}

/** The public forms. */
export const formRoutes =
  (
    deps: FormSubmitterDeps &
      FileTakerDeps &
      Pick<
        WebDeps,
        'log' | 'publicUrl' | 'queries' | 'returnedPages' | 'sessionKeys' | 'spentTokens' | 'tus'
      >,
    rates: Rates,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const find = openFormFinder(deps, rates);
    const tokens = openFormTokens(deps);
    const pages = openFormPages();
    const returns = openPageReturns(deps, rates);
    const responses = openFormResponses(deps, returns);
    const cookies = openSavedCookies('saved', deps);
    const links = openContinueLinks(deps);
    const sent = openSavedCookies('sent', deps);
    const corrections = openCorrectionLinks(deps);
    const showSaved = openSavedView(deps, { tokens, pages, cookies });
    app.setErrorHandler(formErrors(responses));

    /** While it is unknown, the form is shown: its submission is refused if there is no room. */
    const fullUntil = (request: FastifyRequest, { accountId }: ExistingForm): Promise<string | null> =>
      deps.quotas.fullUntil(contextOf(request, accountId, { kind: 'system', id: 'form' })).catch(() => null);

    const countPage = async ({ ip }: FastifyRequest) => rates.countFormPage(ip);

    app.get(
      '/f/:form',
      { onRequest: countPage, schema: { params: NamedForm, querystring: PrefillQuery } },
      async (request, reply) => {
        const found = await find(request.params.form, request.ip);
        const { form } = found;
        const saved = await showSaved(request, reply, found);
        if (saved !== null) return responses.page(reply, form, saved);
        if (form.status !== 'published') return responses.closed(reply, form);
        const { form: name } = request.params;
        const present = nameInAddress(form);
        if (idInName(name) === form.formId && name !== present)
          return reply.headers(noCache).redirect(`/f/${present}${searchOf(request.url)}`, 308);
        const resetsAt = await fullUntil(request, form);
        if (resetsAt !== null)
          return responses.page(
            reply.code(403),
            form,
            <NoticePage {...shownOf(form)} text={fullMessage(form, resetsAt)} />,
          );
        return responses.page(
          reply,
          form,
          await pages.renderFresh(found, tokens.issue(found), prefilled(form, request.query)),
        );
      },
    );

    app.get(
      '/f/:form/returned/:page',
      { onRequest: countPage, schema: { params: ReturnedParams } },
      async (request, reply) => {
        const { form } = await find(request.params.form, request.ip);
        const page = await returns.find(form.formId, request.params.page);
        if (page === null) return reply.redirect(`/f/${form.formId}`, 303);
        return responses.page(reply.code(page.status), form, page.html);
      },
    );

    await app.register(
      submitRoute(deps, rates, { find, tokens, pages, responses, cookies, sentCookies: sent }),
    );
    await app.register(saveRoute(deps, rates, { find, tokens, pages, responses, cookies, links }));
    await app.register(continueRoute(deps, rates, { find, responses, cookies, links }));
    await app.register(thanksRoute(deps, rates, { find, responses, sent, links: corrections }));
    await app.register(correctRoute(deps, rates, { find, pages, responses, links: corrections }));
    await app.register(uploadRoutes(deps, rates, { find, tokens }));
    await app.register(pictureRoutes(deps, rates, find));
  };
