import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { planUpload, recordUpload } from '../../commands/file/upload-file.ts';
import type { UploadSession } from '../../files/tus.ts';
import type { ApiDeps } from '../api-deps.ts';
import { callerOf } from '../auth/authentication.ts';
import { callerContext } from '../auth/owners.ts';
import { invalidHeader, valueOf } from '../errors/errors.ts';
import { answerTus } from '../requests/answer-tus.ts';

type Deps = Pick<ApiDeps, 'aggregates' | 'files' | 'largestFile' | 'newId' | 'now' | 'plans' | 'tus'>;

/** Uploads that can be continued, by the protocol tus 1.0. The last part of an upload's address is the id of its file. */
export function resumableUploads(app: FastifyInstance, deps: Deps): void {
  const prefix = `${app.prefix}/uploads`;

  function sessionOf(request: FastifyRequest): UploadSession {
    const context = callerContext(request, callerOf(request));
    return {
      path: prefix,
      async begin(metadata) {
        const named = (name: string): string => {
          const value = metadata[name];
          if (typeof value === 'string' && value !== '') return value;
          throw invalidHeader('Upload-Metadata', `must have ${name}, in Base64.`);
        };
        const [formId, field] = [named('form_id'), named('field')];
        const asked = { formId, field, name: metadata['filename'] ?? 'file', uploadedBy: 'api' } as const;
        return valueOf(await planUpload(deps, { ...asked, largest: deps.largestFile }, context));
      },
      owns: ({ accountId, uploadedBy }) => accountId === context.accountId && uploadedBy === 'api',
      async finish(contentId, content, { uploadedBy }) {
        valueOf(await recordUpload(deps, contentId, content, uploadedBy, context));
      },
    };
  }

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    answerTus(deps, request, reply, sessionOf(request));
  const schema = { hide: true, scope: 'files:write' } as const;
  const config = { transfersFile: true, findsRepeats: true };
  app.route({ method: 'POST', url: '/uploads', schema, config, handler: handle });
  app.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: '/uploads/:id', schema, config, handler: handle });
}
