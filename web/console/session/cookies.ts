import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookie } from './visitor.ts';
import { sessionSeconds } from './sessions.ts';

const path = '/console';
const noteCookie = 'formlog_note';
const positionCookie = 'formlog_position';

/** Cookies of the console: never for scripts, other sites or other paths, and behind HTTPS never without it. */
const options = (request: FastifyRequest, maxAge: number) =>
  ({ path, httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https', maxAge }) as const;

export const setSession = (request: FastifyRequest, reply: FastifyReply, value: string) =>
  reply.setCookie(sessionCookie, value, options(request, sessionSeconds));

export const clearSession = (reply: FastifyReply) => reply.clearCookie(sessionCookie, { path });

/** Keeps a sentence for the next page that this browser shows. */
export const leaveNote = (request: FastifyRequest, reply: FastifyReply, note: string) =>
  reply.setCookie(noteCookie, note, options(request, 60));

/** Takes the sentence that the last request left. A part of a page that refreshes itself leaves it to the next page. */
export function takeNote(request: FastifyRequest, reply: FastifyReply): string | null {
  const note = request.cookies[noteCookie];
  const isPart = request.headers['hx-request'] === 'true' && request.headers['hx-boosted'] !== 'true';
  if (note === undefined || note === '' || isPart) return null;
  reply.clearCookie(noteCookie, { path });
  return note;
}

/** Has the next pages of this browser wait for a write. */
export const leavePosition = (request: FastifyRequest, reply: FastifyReply, position: bigint) =>
  reply.setCookie(positionCookie, String(position), options(request, 30));

/** The position of the browser's last write; null once that is long ago. */
export function lastPosition({ cookies }: FastifyRequest): bigint | null {
  const position = cookies[positionCookie];
  return position !== undefined && /^\d{1,19}$/.test(position) ? BigInt(position) : null;
}
