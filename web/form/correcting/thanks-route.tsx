import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { Rates } from '../../../api/limits/rates.ts';
import type { openFormFinder } from '../find-form.ts';
import type { FormResponses } from '../form-responses.tsx';
import { NoticePage } from '../notice-pages.tsx';
import type { SavedCookies } from '../saving/saved-cookies.ts';
import { NamedForm } from '../submit-route.tsx';
import { textsIn } from '../texts.ts';
import type { CorrectionLinks } from './correction-links.ts';

interface Parts {
  readonly find: ReturnType<typeof openFormFinder>;
  readonly responses: FormResponses;
  /** The submissions that the browser has just sent: the address of the page alone shows no link. */
  readonly sent: SavedCookies;
  readonly links: CorrectionLinks;
}

const Link = Type.Object({ link: Type.Optional(Type.String()) });

/** The pages after a form was sent and after it was corrected, with the link to correct it where the form permits that. */
export const thanksRoute =
  (rates: Rates, { find, responses, sent, links }: Parts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const options = { onRequest: async ({ ip }: { ip: string }) => rates.countFormPage(ip) };

    app.get('/f/:form/thanks', { ...options, schema: { params: NamedForm } }, async (request, reply) => {
      const { form } = await find(request.params.form, request.ip);
      if (form.status === 'draft') return responses.closed(reply, form);
      const { formId, title, language: lang } = form;
      const made = sent.recall(request, formId);
      const link = made && (await links.issue(form, made.submissionId));
      const text = textsIn(lang).say('thanks');
      const correction = link === null ? null : addressOfCorrection(formId, link);
      return responses.page(reply, form, <NoticePage {...{ title, lang, text, correction }} />);
    });

    app.get(
      '/f/:form/corrected',
      { ...options, schema: { params: NamedForm, querystring: Link } },
      async (request, reply) => {
        const { form } = await find(request.params.form, request.ip);
        const { formId, title, language: lang } = form;
        const { link = '' } = request.query;
        const isValid = (await links.open(form, link)) !== null;
        const text = textsIn(lang).say(isValid ? 'corrected' : 'notCorrectable');
        const correction = isValid ? addressOfCorrection(formId, link) : null;
        return responses.page(
          reply.code(isValid ? 200 : 410),
          form,
          <NoticePage {...{ title, lang, text, correction }} />,
        );
      },
    );
  };

const addressOfCorrection = (formId: string, link: string): string => `/f/${formId}/correct?link=${link}`;
