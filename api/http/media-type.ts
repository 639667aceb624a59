import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../errors/errors.ts';

const charset = /;\s*charset\s*=\s*"?([^";]*)"?/i;

/**
 * Refuses a body that is compressed, or text of another charset than UTF-8: the parser would take its bytes for what
 * they are not. Nothing said of either is well.
 * @throws ApiError `unsupported_media_type`
 */
export function refuseOtherEncodings(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding'] ?? '';
  const set = charset.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (!['', 'identity'].includes(encoding.trim().toLowerCase()))
    throw new ApiError('unsupported_media_type', {
      message: 'The body must be sent without Content-Encoding.',
    });
  if (!['utf-8', 'utf8'].includes(set.trim().toLowerCase()))
    throw new ApiError('unsupported_media_type', { message: 'The charset of the body must be UTF-8.' });
}
