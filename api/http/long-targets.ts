import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/errors.ts';

/** The longest target of a request in characters: its path and query. */
export const targetLength = 8_192;

/** Refuses a request with a longer path and query, before anything is looked up. */
export function refuseLongTargets(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _, done) => {
    if ((raw.url ?? '').length <= targetLength) done();
    else
      done(
        new ApiError('uri_too_long', {
          message: `The path and query are too long: at most ${targetLength.toLocaleString('en')} characters are accepted.`,
        }),
      );
  });
}
