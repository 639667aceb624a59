import type { FastifyReply } from 'fastify';

/** Returns a rendered component as text. The components are synchronous: a page is a string. */
export function asText(html: JSX.Element): string {
  if (typeof html !== 'string') throw new TypeError('a page has an asynchronous component');
  return html;
}

/** Takes a text as HTML, in which everything is escaped already. */
export const markup = (html: string): JSX.Element => html;

/** Sends a page, or a part of a page. */
export const sendHtml = (reply: FastifyReply, html: JSX.Element): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(asText(html));
