import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { loadFile } from '../../commands/file/claim-files.ts';
import { FileStoreUnavailable } from '../../files/file-contents.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError } from '../errors/errors.ts';
import { rangeIn } from './byte-range.ts';

/** A content does nothing in a browser, whatever it holds. */
const contentPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Streams the content of a file, or a range of it.
 * @throws ApiError `not_found` for a file that does not exist or is gone
 */
export async function sendContent(
  deps: Pick<ApiDeps, 'aggregates' | 'contents' | 'requireClean'>,
  fileId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const state = await loadFile(deps, fileId);
  if (!state.exists || state.isGone) throw new ApiError('not_found');
  const { contentId } = state.received;
  const content = await deps.contents.describe(contentId);
  if (!content) throw new FileStoreUnavailable(`the content ${contentId} is missing`, 'missing');
  await deps.requireClean(contentId, content);
  const { name, size, type, sha256 } = content;
  const etag = `"${sha256}"`;
  reply.headers({
    'content-disposition': contentDisposition(name),
    'content-security-policy': contentPolicy,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    etag,
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const isSame = (request.headers['if-range'] ?? etag) === etag;
  const range = rangeIn(isSame ? request.headers.range : undefined, size);
  if (range === 'unsatisfiable')
    throw new ApiError('range_not_satisfiable', { headers: { 'content-range': `bytes */${size}` } });
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.type(type).header('content-length', end - start + 1);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await deps.contents.read(contentId, range ?? undefined));
}
