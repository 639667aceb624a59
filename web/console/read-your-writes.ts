import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebDeps } from '../web-deps.ts';
import { lastPosition, setFlashMessage, setPosition } from './session/cookies.ts';

const waitMs = 2_000;

/** Has every page and every change see what its browser wrote last. Past two seconds they see what is there. */
export function waitForWrites(
  app: FastifyInstance,
  { progress, readModels }: Pick<WebDeps, 'progress' | 'readModels'>,
): void {
  app.addHook('preHandler', async (request: FastifyRequest) => {
    const position = lastPosition(request);
    if (position !== null) await progress.waitFor(readModels, position, waitMs);
  });
}

/** The end of a successful change: the browser goes to a page that shows it. */
export function redirectAfterWrite(
  reply: FastifyReply,
  { position }: { readonly position: bigint | null },
  { to, note }: { readonly to: string; readonly note: string },
): FastifyReply {
  const { request } = reply;
  setFlashMessage(request, reply, note);
  if (position !== null) setPosition(request, reply, position);
  if (request.headers['hx-request'] === 'true') return reply.code(204).header('hx-redirect', to).send();
  return reply.redirect(to, 303);
}
