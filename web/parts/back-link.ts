import type { FastifyRequest } from 'fastify';

/** A link that leads on from a page that shows an error. */
export interface BackLink {
  readonly href: string;
  readonly label: string;
}

/** The path and query of the page that the browser was at before, if it was another page of this service. */
function pageBefore({ headers: { referer = '' }, host, url }: FastifyRequest): string | null {
  if (!URL.canParse(referer)) return null;
  const before = new URL(referer);
  const path = `${before.pathname}${before.search}`;
  return before.host === host && path !== url && !path.startsWith('//') ? path : null;
}

/**
 * Where a person can go from an error: to the page before, to the same page again where that may help, or to the beginning.
 * @param status the status of the answer
 */
export function backLink(request: FastifyRequest, status: number): BackLink {
  const [path = ''] = request.url.split('?');
  if (request.method === 'GET' && [408, 429, 500, 503].includes(status) && !path.startsWith('//'))
    return { href: request.url, label: 'Reload this page' };
  const before = pageBefore(request);
  if (before !== null) return { href: before, label: 'Back to the previous page' };
  const [form] = /^\/f\/[^/]+/.exec(path) ?? [];
  if (form !== undefined && status !== 404 && form !== path) return { href: form, label: 'To the form' };
  return /^\/console(\/|$)/.test(path)
    ? { href: '/console', label: 'To the console' }
    : { href: '/', label: 'To the start page' };
}
