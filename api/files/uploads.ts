import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static } from 'typebox';
import { importedFileId, keyedFileId, planUpload, recordUpload } from '../../commands/file/upload-file.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { newId } from '../../log/ids.ts';
import type { ApiDeps } from '../api-deps.ts';
import type { FileRecord } from '../contract/files/files.ts';
import { fileOperations } from '../contract/files/files.ts';
import { invalidHeader, valueOf } from '../errors/errors.ts';
import { refuseOtherEncodings } from '../http/media-type.ts';
import type { Mount } from '../mount.ts';
import { fileLinks } from '../requests/file-links.ts';
import { committed, idempotencyOf } from '../requests/requests.ts';
import { fileRecord } from '../responses/files.ts';

type Deps = Pick<
  ApiDeps,
  | 'aggregates'
  | 'fileLinkKeys'
  | 'files'
  | 'largestFile'
  | 'newId'
  | 'now'
  | 'plans'
  | 'publicUrl'
  | 'uploads'
>;

/** Hands the bytes of a body to its route, whatever their type. */
export function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_, payload, done) => done(null, payload));
}

/** The route that takes a file in one request. Its bodies are not parsed: see `takeAnyBody`. */
export function uploadRoute(api: Mount, deps: Deps): void {
  api.route(
    fileOperations.uploadFile,
    async (request, reply) => {
      const context = await api.contextOfAccount(request);
      const { form_id: formId, field, name = 'file', import_key: importKey } = request.query;
      const upload = { formId, field, name, uploadedBy: 'api', largest: deps.largestFile } as const;
      const planned = valueOf(await planUpload(deps, upload, context));
      const { idempotencyKey } = idempotencyOf(request);
      let { fileId } = planned;
      if (importKey !== undefined) fileId = await importedFileId(deps, { formId, importKey }, context);
      else if (idempotencyKey !== undefined) fileId = await keyedFileId(deps, idempotencyKey, context);
      const record = await receive(deps, { ...planned, fileId }, context, request, reply);
      reply.header('location', `${api.prefix}/files/${fileId}`);
      return record;
    },
    { findsRepeats: true, transfersFile: true },
  );
}

async function receive(
  deps: Deps,
  plan: Parameters<Awaited<ReturnType<ApiDeps['uploads']>>['receive']>[1],
  context: CommandContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Static<typeof FileRecord>> {
  const { headers, raw } = request;
  refuseOtherEncodings({ 'content-encoding': headers['content-encoding'] });
  const length = headers['content-length'];
  if (length !== undefined && !/^\d{1,15}$/.test(length))
    throw invalidHeader('Content-Length', 'must be a number of bytes.');
  const uploads = await deps.uploads();
  const contentId = newId();
  const source: Readable = raw;
  const content = await uploads.receive(
    contentId,
    plan,
    source,
    length === undefined ? null : Number(length),
  );
  const recorded = committed(reply, await recordUpload(deps, contentId, content, plan.uploadedBy, context));
  const { received } = recorded;
  return fileRecord(received, recorded.content, null, fileLinks(deps, request)(received.fileId));
}
