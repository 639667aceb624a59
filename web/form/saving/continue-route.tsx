import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { Rates } from '../../../api/limits/rates.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { openFormFinder } from '../find-form.ts';
import type { FormResponses } from '../form-responses.tsx';
import { NamedForm } from '../submit-route.tsx';
import type { ContinueLinks } from './continue-links.ts';
import type { SavedCookies } from './saved-cookies.ts';
import { ContinuePage, UsedLinkPage } from './saved-pages.tsx';
import { submissionTo } from './saved-submissions.ts';

interface Parts {
  readonly find: ReturnType<typeof openFormFinder>;
  readonly responses: FormResponses;
  readonly cookies: SavedCookies;
  readonly links: ContinueLinks;
}

const Link = Type.Object({ link: Type.Optional(Type.String()) });

/** The routes of the links with which people go on with saved answers in another browser. */
export const continueRoute =
  (
    deps: Pick<WebDeps, 'aggregates'>,
    rates: Rates,
    { find, responses, cookies, links }: Parts,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const options = { onRequest: async ({ ip }: { ip: string }) => rates.countFormPage(ip) };

    app.get(
      '/f/:form/continue',
      { ...options, schema: { params: NamedForm, querystring: Link } },
      async (request, reply) => {
        const { form } = await find(request.params.form, request.ip);
        const { link = '' } = request.query;
        if (!links.open(form.formId, link))
          return responses.page(reply.code(410), form, <UsedLinkPage form={form} />);
        return responses.page(reply, form, <ContinuePage form={form} link={link} />);
      },
    );

    app.post(
      '/f/:form/continue',
      { ...options, schema: { params: NamedForm, body: Link } },
      async (request, reply) => {
        const { form } = await find(request.params.form, request.ip);
        const { formId } = form;
        const content = links.open(formId, request.body.link ?? '');
        const found = content && (await submissionTo(deps, formId, content.submissionId));
        if (!content || !found || !(await links.use(content)))
          return responses.page(reply.code(410), form, <UsedLinkPage form={form} />);
        const { submissionId } = content;
        const until = found.present.expiresAt ?? content.until;
        cookies.remember(request, reply, { submissionId, formId, until });
        return reply.redirect(`/f/${formId}`, 303);
      },
    );
  };
