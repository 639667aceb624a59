import { maxHeaderSize } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/errors.ts';

/** The longest target of a request in characters: its path and query. */
export const targetLength = 8_192;

/** Refuses a request with a longer path and query, before anything is looked up. */
export function refuseLongTargets(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _, done) => {
    if ((raw.url ?? '').length <= targetLength) done();
    else done(targetTooLong());
  });
}

const targetTooLong = (): ApiError =>
  new ApiError('uri_too_long', {
    message: `The path and query are too long: at most ${targetLength.toLocaleString('en')} characters are accepted.`,
  });

const textOf = (packet: unknown): string =>
  packet instanceof Uint8Array ? Buffer.from(packet).toString('latin1') : '';

/**
 * Returns the error of a request whose first line and headers exceed what Node parses.
 * @param packet the bytes that exceeded it, which are those of the whole request unless it came in several packets
 */
export function headTooLarge(packet: unknown): ApiError {
  const [, target = ''] = /^[A-Z]+ (\S*)/.exec(textOf(packet)) ?? [];
  if (target.length > targetLength) return targetTooLong();
  return new ApiError('payload_too_large', {
    message: `The first line and the headers of the request are too large: at most ${maxHeaderSize.toLocaleString('en')} bytes are accepted.`,
    details: { limit_bytes: maxHeaderSize },
  });
}
