import { loadFile } from '../../commands/file/claim-files.ts';
import { FileStoreUnavailable } from '../../files/file-contents.ts';
import type { ApiDeps } from '../api-deps.ts';
import { contextFor } from '../auth/owners.ts';
import { fileOperations } from '../contract/files/files.ts';
import { defaultLimit } from '../contract/values.ts';
import { ApiError } from '../errors/errors.ts';
import type { Mount } from '../mount.ts';
import { fileLinks } from '../requests/file-links.ts';
import type { Paging } from '../requests/paging.ts';
import { readAfter } from '../requests/requests.ts';
import { fileItem, fileRecord } from '../responses/files.ts';
import { sendContent } from './send-content.ts';

/** Uploaded files. */
export function fileRoutes(
  api: Mount,
  deps: Pick<
    ApiDeps,
    'aggregates' | 'contents' | 'fileLinkKeys' | 'requireClean' | 'now' | 'progress' | 'publicUrl' | 'queries'
  >,
  paging: Paging,
): void {
  const { aggregates } = deps;

  api.route(fileOperations.listFiles, async (request, reply) => {
    const { accountId } = await api.contextOfAccount(request);
    const { limit = defaultLimit, cursor, form_id: formId } = request.query;
    await readAfter(request, deps.progress, ['files']);
    const binding = [accountId, 'files', formId ?? null];
    const page = await deps.queries.files.list(accountId, {
      formId,
      limit,
      ...paging.after(binding, cursor),
    });
    return paging.reply(request, reply, binding, page, fileItem);
  });

  api.route(fileOperations.readFile, async (request) => {
    const { id } = request.params;
    await readAfter(request, deps.progress, ['files']);
    await contextFor(request, aggregates, 'file', id);
    const state = await loadFile(deps, id);
    if (!state.exists || state.isGone) throw new ApiError('not_found');
    const { received, submissionId } = state;
    const content = await deps.contents.describe(received.contentId);
    if (!content) throw new FileStoreUnavailable(`the content of the file ${id} is missing`, 'missing');
    return fileRecord(received, content, submissionId, fileLinks(deps, request)(id));
  });

  api.route(
    fileOperations.downloadFile,
    async (request, reply) => {
      const { id } = request.params;
      await readAfter(request, deps.progress, ['files']);
      await contextFor(request, aggregates, 'file', id);
      return sendContent(deps, id, request, reply);
    },
    { transfersFile: true },
  );
}
