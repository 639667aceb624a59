import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '../errors/errors.ts';

/** Refuses a query with invalid percent-encoding, which is ambiguous. The router refuses it in paths. */
export function refuseBrokenEscapes(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _, done) => {
    const query = request.url.split('?', 2)[1] ?? '';
    done(
      !query.includes('%') || canBeDecoded(query)
        ? undefined
        : invalidRequest('The query has invalid percent-encoding.'),
    );
  });
}

function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
