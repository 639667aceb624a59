import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ApiError } from '../../api/errors/errors.ts';
import { toApiError } from '../../api/errors/to-api-error.ts';
import type { Rates } from '../../api/limits/rates.ts';
import type { Problem } from '../../domain/errors.ts';
import { defaultResponses } from '../../domain/form/responses.ts';
import type { FormAtRevision } from '../../log/form-revisions.ts';
import { attributeText } from '../parts/attribute-text.ts';
import { openLongTexts } from '../parts/long-texts.ts';
import { renderInTurns } from '../parts/render-in-turns.ts';
import { type EnteredTexts, ownTexts, tokenField, typedIn } from './entered-texts.ts';
import type { openFormFinder } from './find-form.ts';
import { formBytesOf, maxFormBytes } from './form-bytes.ts';
import { languageOfReader } from './form-errors.tsx';
import type { FormPages } from './form-pages.tsx';
import type { FormResponses } from './form-responses.tsx';
import type { openFormTokens } from './form-tokens.ts';
import { RetryPage } from './notice-pages.tsx';
import type { SentTexts } from './read-multipart.ts';
import type { SavedCookies } from './saving/saved-cookies.ts';
import { type FormSubmitterDeps, openFormSubmitter } from './submit-form.ts';
import { type FileTakerDeps, takeFiles } from './take-files.ts';
import { textsIn } from './texts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The form that is sent; null while the stores do not answer. */
    sentForm: FormAtRevision | null;
    /** The refusal of an address beyond its limit, which gets its texts back. */
    formRefusal: ApiError | null;
    /** Why files of the form were refused. */
    fileProblems: readonly Problem[];
  }
}

/** For so long the page after the sending shows what was sent and offers to correct it, in ms. */
const sentMs = 3_600_000;

/** The path of a form: its slug and id, or one of them. */
export const NamedForm = Type.Object({ form: Type.String({ minLength: 1, maxLength: 100 }) });
type Named = FastifyRequest<{ Params: { form: string } }>;

const FormBody = Type.Record(Type.String(), Type.Unknown());

interface Parts {
  readonly find: ReturnType<typeof openFormFinder>;
  readonly tokens: ReturnType<typeof openFormTokens>;
  readonly pages: FormPages;
  readonly responses: FormResponses;
  /** The saved submissions of browsers. */
  readonly cookies: SavedCookies;
  /** What browsers have just sent. */
  readonly sentCookies: SavedCookies;
}

/** The route that takes what browsers send from the page of a form. */
export const submitRoute =
  (
    deps: FormSubmitterDeps & FileTakerDeps,
    rates: Rates,
    { find, tokens, pages, responses, cookies, sentCookies }: Parts,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const send = openFormSubmitter(deps, tokens, pages);
    app.decorateRequest('sentForm', null);
    app.decorateRequest('formRefusal', null);
    app.decorateRequest('fileProblems');
    await app.register(multipart);

    /** Runs before the body is read: it need not be read beyond the limits, nor for a form that does not exist. */
    async function checkBeforeBody(request: Named): Promise<void> {
      request.formRefusal = rates.countForm(request.ip);
      try {
        request.sentForm = await find(request.params.form, request.ip);
        const { form } = request.sentForm;
        request.formBytes = tokens.canShowOtherFields(form) ? maxFormBytes : formBytesOf(form.fields);
      } catch (cause) {
        // What was typed is kept while the stores do not answer.
        if (toApiError(cause).status !== 503) throw cause;
        request.formBytes = maxFormBytes;
      }
    }

    async function submitForm(
      request: Named,
      reply: FastifyReply,
      typed: EnteredTexts,
    ): Promise<FastifyReply> {
      if (request.formRefusal) throw request.formRefusal;
      const found = await find(request.params.form, request.ip);
      const { form } = found;
      const result = await send(request, found, typed, request.fileProblems);
      if (result.kind === 'sent') {
        if (result.isNew) rates.countSubmission(request.ip);
        const { formId, responses: { corrections, thanks } = defaultResponses } = form;
        cookies.forget(request, reply, formId);
        if (corrections.byRespondent || thanks.showsAnswers) {
          const until = new Date(deps.now().getTime() + sentMs).toISOString();
          sentCookies.remember(request, reply, { submissionId: result.submissionId, formId, until });
        }
        return reply.redirect(`/f/${formId}/thanks`, 303);
      }
      if (result.kind === 'closed') return responses.closed(reply, form, result.kept);
      return responses.page(reply.code(result.status), form, result.page);
    }

    /** Answers with a page that sends the same texts again; other errors than those of load are thrown. */
    async function offerRetry(request: Named, reply: FastifyReply, typed: EnteredTexts, cause: unknown) {
      const error = toApiError(cause);
      if (![429, 503].includes(error.status)) throw cause;
      const form = request.sentForm?.form ?? null;
      const lang = form ? form.language : languageOfReader(request);
      const { say } = textsIn(lang);
      const text =
        error.status === 429
          ? say('tooManyForms', { seconds: Number(error.headers['retry-after'] ?? 60) })
          : say('notStored');
      reply.code(error.status).headers(error.headers);
      const kept = ownTexts(typed, form && !tokens.canShowOtherFields(form) ? form.fields : null);
      const longTexts = openLongTexts();
      const inputs = await renderInTurns(
        kept,
        ([key, value]) => (
          <input type="hidden" name={attributeText(key)} value={attributeText(longTexts.shortened(value))} />
        ),
        longTexts,
      );
      const action = `/f/${encodeURIComponent(request.params.form)}`;
      const page = <RetryPage action={action} inputs={inputs.join('')} lang={lang} text={text} />;
      return responses.errorPage(reply, form, page);
    }

    /** Uploads the files of a form as they arrive; its texts name them. */
    async function readFiles(request: Named): Promise<void> {
      request.fileProblems = [];
      if (!request.isMultipart()) return;
      const { sentForm, formRefusal, formBytes } = request;
      const maxBytes = formBytes ?? maxFormBytes;
      if (!sentForm) throw new ApiError('unavailable');
      const { formId, status } = sentForm.form;
      const mayUpload = (sent: SentTexts): boolean => {
        const ticket = tokens.open(formId, sent[tokenField]?.[0] ?? '');
        return formRefusal === null && status === 'published' && ticket !== null && tokens.isFresh(ticket);
      };
      const { texts, problems } = await takeFiles(deps, request, { ...sentForm, mayUpload, maxBytes });
      request.body = texts;
      request.fileProblems = problems;
    }

    const schema = { params: NamedForm, body: FormBody };
    const answer = (request: Named, reply: FastifyReply, body: Record<string, unknown>) => {
      const typed = typedIn(body);
      return submitForm(request, reply, typed).catch((cause: unknown) =>
        offerRetry(request, reply, typed, cause),
      );
    };
    app.post('/f/:form', { onRequest: checkBeforeBody, schema }, (request, reply) => {
      request.fileProblems = [];
      return answer(request, reply, request.body);
    });
    app.post(
      '/f/:form/with-files',
      {
        onRequest: checkBeforeBody,
        preValidation: readFiles,
        config: { transfersFile: true },
        schema,
      },
      (request, reply) => answer(request, reply, request.body),
    );
  };
