import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { refused } from '../../../api/errors/errors.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import { contextOf } from '../../../api/requests/requests.ts';
import { answeredFormOf } from '../../../commands/submission/change-request.ts';
import { changeSubmission } from '../../../commands/submission/change-submission.ts';
import { checkAnswers } from '../../../commands/submission/check-answers.ts';
import type { ExistingForm } from '../../../domain/form/decider.ts';
import { defaultTimeZone } from '../../../domain/form/locale.ts';
import type { ExistingSubmission } from '../../../domain/submission/state.ts';
import { type EnteredTexts, textOf, tokenField, typedIn } from '../entered-texts.ts';
import type { openFormFinder } from '../find-form.ts';
import { maxFormBytes } from '../form-bytes.ts';
import type { FieldProblem } from '../form-frame.tsx';
import type { FormPages } from '../form-pages.tsx';
import type { FormResponses } from '../form-responses.tsx';
import { inPresentLook } from '../look/present-look.ts';
import { NoticePage, shownOf } from '../notice-pages.tsx';
import { readAnswers } from '../read-answers.ts';
import { textsOfAnswers } from '../saving/carried-answers.ts';
import type { FormSubmitterDeps } from '../submit-form.ts';
import { NamedForm } from '../submit-route.tsx';
import { textsIn } from '../texts.ts';
import type { CorrectionLinks } from './correction-links.ts';

interface Parts {
  readonly find: ReturnType<typeof openFormFinder>;
  readonly pages: FormPages;
  readonly responses: FormResponses;
  readonly links: CorrectionLinks;
}

const FormBody = Type.Record(Type.String(), Type.Unknown());
const Link = Type.Object({ link: Type.Optional(Type.String()) });

/** What is typed into a page of corrections. */
interface Entered {
  readonly typed: EnteredTexts;
  readonly problems: readonly FieldProblem[];
  readonly status: number;
}

/** The routes with which people correct what they have sent. */
export const correctRoute =
  (
    deps: FormSubmitterDeps,
    rates: Rates,
    { find, pages, responses, links }: Parts,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    /** The questions that were answered, but for files, which stay as they are. */
    async function answered(now: ExistingForm, { present }: ExistingSubmission): Promise<ExistingForm> {
      const { form } = await answeredFormOf(deps, present.form);
      return { ...inPresentLook(form, now), fields: form.fields.filter(({ kind }) => kind !== 'file') };
    }

    const refuse = (reply: FastifyReply, form: ExistingForm) =>
      responses.page(
        reply.code(410),
        form,
        <NoticePage {...shownOf(form)} text={textsIn(form.language).say('notCorrectable')} />,
      );

    async function page(
      reply: FastifyReply,
      form: ExistingForm,
      link: string,
      { present }: ExistingSubmission,
      { typed, problems, status }: Entered,
    ) {
      const texts = textsIn(form.language);
      const at = present.correctedAt;
      const moment = at === undefined ? null : texts.moment(at, form.timeZone ?? defaultTimeZone);
      const correcting = { since: moment === null ? null : texts.say('correctedOn', { moment }) };
      const entered = { typed, problems, notice: null, kept: [], correcting };
      return responses.page(reply.code(status), form, await pages.renderEntered(form, link, entered));
    }

    app.get(
      '/f/:form/correct',
      {
        onRequest: async ({ ip }) => rates.countFormPage(ip),
        schema: { params: NamedForm, querystring: Link },
      },
      async (request, reply) => {
        const { form } = await find(request.params.form, request.ip);
        const { link = '' } = request.query;
        const found = await links.open(form, link);
        if (!found) return refuse(reply, form);
        const shown = await answered(form, found);
        const typed = textsOfAnswers(shown, found.present);
        return page(reply, shown, link, found, { typed, problems: [], status: 200 });
      },
    );

    app.post(
      '/f/:form/correct',
      {
        onRequest: async (request: FastifyRequest) => {
          const refusal = rates.countFormSave(request.ip);
          if (refusal) throw refusal;
          request.formBytes = maxFormBytes;
        },
        schema: { params: NamedForm, body: FormBody },
      },
      async (request, reply) => {
        const { form } = await find(request.params.form, request.ip);
        const typed = typedIn(request.body);
        const link = textOf(typed, tokenField);
        const found = await links.open(form, link);
        if (!found) return refuse(reply, form);
        const shown = await answered(form, found);
        const { answers, unreadable } = readAnswers(shown.fields, typed, shown);
        const again = (problems: readonly FieldProblem[]) =>
          page(reply, shown, link, found, { typed, problems, status: 422 });
        if (unreadable.length > 0) {
          const checked = await checkAnswers(shown.fields, answers, unreadable);
          return again(checked.ok ? [] : checked.error);
        }
        const { submissionId, accountId } = found.present;
        const correction = { reason: null, by: 'respondent' } as const;
        const context = contextOf(request, accountId, { kind: 'system', id: 'form' });
        const corrected = await changeSubmission(deps, { submissionId, answers, correction }, context);
        if (corrected.ok) {
          const to = `/f/${form.formId}/corrected?link=${encodeURIComponent(link)}`;
          return reply.redirect(to, 303);
        }
        if (corrected.error.code === 'invalid_request') return again(corrected.error.problems);
        if (['corrections_closed', 'erased', 'not_found'].includes(corrected.error.code))
          return refuse(reply, form);
        throw refused(corrected.error);
      },
    );
  };
