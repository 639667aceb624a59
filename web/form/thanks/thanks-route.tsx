import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { Rates } from '../../../api/limits/rates.ts';
import { answeredFormOf, type ChangeDeps } from '../../../commands/submission/change-request.ts';
import type { ExistingForm } from '../../../domain/form/decider.ts';
import { defaultResponses } from '../../../domain/form/responses.ts';
import type { CorrectionLinks } from '../correcting/correction-links.ts';
import type { openFormFinder } from '../find-form.ts';
import type { FormResponses } from '../form-responses.tsx';
import { formatAnswers } from '../format-answer.ts';
import { lookOf } from '../look/present-look.ts';
import { NoticePage } from '../notice-pages.tsx';
import { textsOfAnswers } from '../saving/carried-answers.ts';
import type { SavedCookies } from '../saving/saved-cookies.ts';
import { submissionTo } from '../saving/saved-submissions.ts';
import { NamedForm } from '../submit-route.tsx';
import { textsIn } from '../texts.ts';
import { renderThanks } from './thanks-page.tsx';

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
  (deps: ChangeDeps, rates: Rates, { find, responses, sent, links }: Parts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const options = { onRequest: async ({ ip }: { ip: string }) => rates.countFormPage(ip) };

    /** The answers that were sent, where the form shows them. */
    async function answersOf(form: ExistingForm, submissionId: string) {
      const { thanks } = form.responses ?? defaultResponses;
      const found = thanks.showsAnswers ? await submissionTo(deps, form.formId, submissionId) : null;
      if (!found) return [];
      const { form: shown } = await answeredFormOf(deps, found.present.form);
      return formatAnswers(shown.fields, textsOfAnswers(shown, found.present), textsIn(form.language));
    }

    app.get('/f/:form/thanks', { ...options, schema: { params: NamedForm } }, async (request, reply) => {
      const { form } = await find(request.params.form, request.ip);
      if (form.status === 'draft') return responses.closed(reply, form);
      const { formId } = form;
      const made = sent.recall(request, formId);
      const link = made && (await links.issue(form, made.submissionId));
      const correction = link === null ? null : addressOfCorrection(formId, link);
      const answers = made ? await answersOf(form, made.submissionId) : [];
      const isFramed = request.headers['sec-fetch-dest'] === 'iframe';
      return responses.page(reply, form, await renderThanks({ form, answers, correction, isFramed }));
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
          <NoticePage title={title} lang={lang} look={lookOf(form)} text={text} correction={correction} />,
        );
      },
    );
  };

const addressOfCorrection = (formId: string, link: string): string => `/f/${formId}/correct?link=${link}`;
