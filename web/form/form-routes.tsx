import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { createSubmission } from '../../commands/create-submission.ts';
import type { Refusal } from '../../commands/support/refusal.ts';
import { ApiError, refused, toApiError } from '../../api/errors/errors.ts';
import type { Rates } from '../../api/limits/rates.ts';
import { contextOf } from '../../api/requests/requests.ts';
import { form as formDecider, type ExistingForm } from '../../domain/form/decider.ts';
import type { Problem } from '../../domain/errors.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { sendHtml } from '../parts/send-html.ts';
import { inUtc } from '../parts/time.tsx';
import type { WebDeps } from '../web-deps.ts';
import { framing } from './embedding.ts';
import { FormPage, NoticePage, RetryPage, tokenField, trapField } from './form-page.tsx';
import { openFormTokens } from './form-tokens.ts';
import { readAnswers, tiedRankings } from './read-answers.ts';
import { initialTexts, textOf, typedIn, type Typed } from './typed.ts';

/** A change of a form takes effect within this time, in ms. */
const formMaxAgeMs = 1_000;
/** People take longer to fill in a form, in ms. */
const usualLeastMs = 1_500;

const Named = Type.Object({ form: Type.String({ minLength: 1, maxLength: 100 }) });
const Sent = Type.Record(Type.String(), Type.Unknown());

/** The public forms. */
export const formRoutes =
  (deps: WebDeps, rates: Rates): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates, queries, now, leastFormMs = usualLeastMs } = deps;
    const tokens = openFormTokens(deps);

    const byId = async (id: string): Promise<ExistingForm | null> => {
      const { state } = await aggregates.loadAhead(formDecider, streamOf.form(id), formMaxAgeMs);
      return state.exists ? state : null;
    };

    /** Finds a form that has been published, by its id or else its slug. @throws ApiError `not_found` */
    async function find(name: string): Promise<ExistingForm> {
      const found = (await byId(name)) ?? (await bySlug(name));
      if (!found?.wasPublished)
        throw new ApiError('not_found', { message: 'There is no form at this address.' });
      return found;
    }

    async function bySlug(slug: string): Promise<ExistingForm | null> {
      const id = await queries.forms.idOfSlug(slug);
      return id === null ? null : byId(id);
    }

    const page = async (
      request: FastifyRequest,
      reply: FastifyReply,
      form: ExistingForm,
      html: JSX.Element,
    ) => {
      reply.headers(await framing(deps, form.accountId)).removeHeader('x-frame-options');
      return sendHtml(reply, html);
    };

    const closed = (request: FastifyRequest, reply: FastifyReply, form: ExistingForm) =>
      page(
        request,
        reply.code(410),
        form,
        // A draft may have a title that is not meant for the public yet.
        form.status === 'draft' ? (
          <NoticePage title="Form not available" text="This form is not available at the moment." />
        ) : (
          <NoticePage title={form.title} text="This form is closed and takes no more answers." />
        ),
      );

    app.get('/f/:form', { schema: { params: Named, querystring: Sent } }, async (request, reply) => {
      const form = await find(request.params.form);
      if (form.status !== 'published') return closed(request, reply, form);
      const typed = initialTexts(form.fields, typedIn(request.query));
      const fresh = { token: tokens.issue(form.formId), problems: [], notice: null };
      return page(request, reply, form, <FormPage form={form} typed={typed} {...fresh} />);
    });

    app.get('/f/:form/thanks', { schema: { params: Named } }, async (request, reply) => {
      const form = await find(request.params.form);
      if (form.status === 'draft') return closed(request, reply, form);
      const text = 'Thank you. Your answers have arrived.';
      return page(request, reply, form, <NoticePage title={form.title} text={text} />);
    });

    /** Why a sending is taken for the work of a program; null for one of a person. */
    function suspicion(typed: Typed, sentAfterMs: number): string | null {
      if (textOf(typed, trapField) !== '')
        return 'The form was filled in beyond its questions. Please send it again.';
      return sentAfterMs < leastFormMs
        ? 'That was very quick. Please look at your answers and send them again.'
        : null;
    }

    async function submit(request: FastifyRequest, reply: FastifyReply, form: ExistingForm, typed: Typed) {
      const again = (
        status: number,
        notice: string | null,
        problems: readonly Problem[] = [],
        token?: string,
      ) =>
        page(
          request,
          reply.code(status),
          form,
          <FormPage
            form={form}
            token={token ?? tokens.issue(form.formId)}
            typed={typed}
            problems={problems}
            notice={notice}
          />,
        );
      const token = textOf(typed, tokenField);
      const ticket = tokens.open(form.formId, token);
      if (!ticket) return again(422, 'The page was open for a long time. Please send it again.');
      const doubt = suspicion(typed, now().getTime() - Date.parse(ticket.at));
      if (doubt !== null) return again(422, doubt, [], token);
      const tied = tiedRankings(form.fields, typed).map(({ key }): Problem => ({
        ...{ field: key, path: `/answers/${key}`, code: 'invalid_option' },
        message: 'Two choices have the same place.',
      }));
      if (tied.length > 0) return again(422, null, tied, token);
      const created = await createSubmission(
        deps,
        {
          formId: form.formId,
          answers: readAnswers(form.fields, typed),
          source: 'form',
          idempotencyKey: `form ${ticket.id}`,
        },
        contextOf(request, form.accountId, { kind: 'system', id: 'form' }),
      );
      if (created.ok) return reply.redirect(`/f/${form.formId}/thanks`, 303);
      const refusal: Refusal = created.error;
      switch (refusal.code) {
        case 'invalid_request':
          return again(422, null, refusal.problems, token);
        case 'quota_exceeded': {
          const next = `It takes answers again from ${inUtc(refusal.resetsAt)} on.`;
          return again(
            403,
            `This form has received all the answers it can take this month. ${next}`,
            [],
            token,
          );
        }
        case 'idempotency_mismatch':
          return again(409, 'You have sent this form already. To send these answers as well, send it again.');
        case 'idempotency_in_flight':
          return again(409, 'The form is still being sent. Please wait a moment.', [], token);
        case 'form_not_published':
          return closed(request, reply, form);
        default:
          throw refused(refusal);
      }
    }

    app.post('/f/:form', { schema: { params: Named, body: Sent } }, async (request, reply) => {
      const typed = typedIn(request.body);
      const { form: name } = request.params;
      try {
        rates.countForm(request.ip);
        const form = await find(name);
        return await (form.status === 'published'
          ? submit(request, reply, form, typed)
          : closed(request, reply, form));
      } catch (thrown) {
        const error = toApiError(thrown);
        if (![429, 503].includes(error.status)) throw thrown;
        const text =
          error.status === 429
            ? 'Too many forms were sent from your network. Your answers are kept on this page; send them again in a minute.'
            : 'Your answers could not be stored just now. They are kept on this page; send them again in a few seconds.';
        reply.code(error.status).headers(error.headers);
        return sendHtml(
          reply,
          <RetryPage action={`/f/${encodeURIComponent(name)}`} sent={typed} text={text} />,
        );
      }
    });
  };
