import type { FastifyInstance } from 'fastify';

const policy = (frameAncestors: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Controls of the base style have images in the style itself.
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');

/** The headers of a page: it loads and sends nothing but what is ours, and no other site frames it. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy("'none'"),
  'cache-control': 'no-store',
  // Without a referrer, browsers send forms with the origin `null`.
  'referrer-policy': 'same-origin',
};

/** Gives every answer the headers of a page. */
export function protectPages(app: FastifyInstance): void {
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(pageHeaders);
    done();
  });
}

/** The headers of a page that other sites may frame. @param origins the sites, in the terms of the policy */
export const framedBy = (origins: readonly string[]): Readonly<Record<string, string>> => ({
  'content-security-policy': policy(origins.join(' ')),
});
