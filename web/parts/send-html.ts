import type { FastifyReply } from 'fastify';

/** Sends a page, or a part of a page. */
export function sendHtml(reply: FastifyReply, html: JSX.Element): FastifyReply {
  // The components are synchronous: a page is a string.
  if (typeof html !== 'string') throw new TypeError('a page has an asynchronous component');
  return reply.type('text/html; charset=utf-8').send(html);
}
