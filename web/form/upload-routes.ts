import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../../api/errors/error-handlers.ts';
import { type ApiError, invalidRequest, valueOf } from '../../api/errors/errors.ts';
import type { Rates } from '../../api/limits/rates.ts';
import { answerTus } from '../../api/requests/answer-tus.ts';
import { contextOf } from '../../api/requests/requests.ts';
import { planUpload, recordUpload } from '../../commands/file/upload-file.ts';
import type { UploadSession } from '../../files/tus.ts';
import type { WebDeps } from '../web-deps.ts';
import type { openFormFinder } from './find-form.ts';
import type { openFormTokens } from './form-tokens.ts';
import type { FileTakerDeps } from './take-files.ts';

interface Parts {
  readonly find: ReturnType<typeof openFormFinder>;
  readonly tokens: ReturnType<typeof openFormTokens>;
}

type Named = FastifyRequest<{ Params: { form: string } }>;

/** The uploads of a form's page, by tus 1.0. A new one needs the token of the page; the address of an upload is known to its page alone. */
export const uploadRoutes =
  (deps: FileTakerDeps & Pick<WebDeps, 'tus'>, rates: Rates, { find, tokens }: Parts): FastifyPluginAsync =>
  async (app: FastifyInstance) => {
    // The script of the page reads them.
    app.setErrorHandler(sendError);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_, payload, done) => done(null, payload));

    async function sessionOf(request: Named): Promise<UploadSession> {
      const { form } = await find(request.params.form, request.ip);
      const { formId, accountId, status } = form;
      const context = contextOf(request, accountId, { kind: 'system', id: 'form' });
      return {
        path: `/f/${formId}/files`,
        async begin({ token, field, filename }) {
          const ticket = tokens.open(formId, token ?? '');
          if (status !== 'published' || !ticket || !tokens.isFresh(ticket))
            throw invalidRequest('The page of the form is too old to upload files.');
          const asked = { formId, field: field ?? '', name: filename ?? 'file', uploadedBy: 'form' } as const;
          return valueOf(await planUpload(deps, { ...asked, largest: deps.largestFile }, context));
        },
        owns: (plan) => plan.formId === formId && plan.uploadedBy === 'form',
        async finish(contentId, content, { uploadedBy }) {
          valueOf(await recordUpload(deps, contentId, content, uploadedBy, context));
        },
      };
    }

    const handle = async (request: Named, reply: FastifyReply): Promise<FastifyReply> =>
      answerTus(deps, request, reply, await sessionOf(request));
    const config = { transfersFile: true };
    app.post<{ Params: { form: string } }>(
      '/f/:form/files',
      {
        config,
        onRequest: async ({ ip }) => {
          const refusal: ApiError | null = rates.countForm(ip);
          if (refusal) throw refusal;
        },
      },
      handle,
    );
    app.route<{ Params: { form: string } }>({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: '/f/:form/files/:id',
      config,
      onRequest: async ({ ip }) => rates.countFormPage(ip),
      handler: handle,
    });
  };
