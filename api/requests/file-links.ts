import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ApiDeps } from '../api-deps.ts';
import type { LinkOf } from '../responses/submissions.ts';
import { addressOf } from './requests.ts';

const hourMs = 3_600_000;
/** The path of contents, apart from all pages and operations. */
export const linkPath = '/files';

const signatureOf = (key: Buffer, fileId: string, hour: string): Buffer =>
  createHmac('sha256', key).update(`${fileId}.${hour}`).digest().subarray(0, 24);

/**
 * Returns a function that makes links to files. A link works until the end of the next full hour, so that all answers of an hour have
 * the same one.
 */
export function fileLinks(
  deps: Pick<ApiDeps, 'fileLinkKeys' | 'now' | 'publicUrl'>,
  request: FastifyRequest,
): LinkOf {
  const hour = (Math.floor(deps.now().getTime() / hourMs) + 2).toString(36);
  const base = `${addressOf(deps, request)}${linkPath}`;
  return (fileId) => {
    const signature = signatureOf(deps.fileLinkKeys[0], fileId, hour).toString('base64url');
    return `${base}/${fileId}.${hour}.${signature}`;
  };
}

/** Returns the id of the file that a link names; null for a link that is not of this service, or has expired. */
export function fileIdInLink(
  { fileLinkKeys, now }: Pick<ApiDeps, 'fileLinkKeys' | 'now'>,
  token: string,
): string | null {
  const [, fileId = '', hour = '', signature = ''] =
    /^([A-Za-z0-9]{1,64})\.([a-z0-9]{1,8})\.([\w-]{32})$/.exec(token) ?? [];
  if (fileId === '' || parseInt(hour, 36) * hourMs <= now().getTime()) return null;
  const given = Buffer.from(signature, 'base64url');
  const isOurs = fileLinkKeys.some((key) => {
    const own = signatureOf(key, fileId, hour);
    return own.length === given.length && timingSafeEqual(own, given);
  });
  return isOurs ? fileId : null;
}
