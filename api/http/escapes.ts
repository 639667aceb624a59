import type { FastifyInstance } from 'fastify';
import { pointer } from '../../domain/check.ts';
import { invalidRequest } from '../errors/errors.ts';

/** A number as a query may spell it: `005`, `5.0`, ` 5` or `+5` would be read as 5, too. */
const isOddlySpelled = (value: unknown): boolean =>
  typeof value === 'string' &&
  !/^-?(0|[1-9]\d*)$/.test(value) &&
  value.trim() !== '' &&
  Number.isInteger(Number(value));

/** Refuses a `limit` that is a whole number in another spelling: a sign of a client's mistake. */
export function refuseOddLimits(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _, done) => {
    const limit: unknown = Reflect.get(Object(request.query), 'limit');
    const problem = { path: '/limit', code: 'invalid_type', message: 'Must be a whole number.' } as const;
    done(isOddlySpelled(limit) ? invalidRequest('The request is invalid.', [problem], 'query') : undefined);
  });
}

/** Refuses a query with invalid percent-encoding, which is ambiguous. The router refuses it in paths. */
export function refuseBrokenEscapes(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _, done) => {
    const query = request.url.split('?', 2)[1] ?? '';
    if (!query.includes('%') || canBeDecoded(query)) return done();
    const broken = query.split('&').filter((pair) => !canBeDecoded(pair));
    done(
      invalidRequest(
        'The query has invalid percent-encoding.',
        broken.map((pair) => {
          const [name = ''] = pair.split('=', 1);
          return { path: canBeDecoded(name) ? pointer(decodeURIComponent(name)) : '', ...brokenEscape };
        }),
        'query',
      ),
    );
  });
}

const brokenEscape = { code: 'invalid_format', message: 'Has invalid percent-encoding.' } as const;

function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
