import type { FastifyInstance } from 'fastify';
import { idInName, isFormId } from '../domain/form/address.ts';

/** The name of a form in an address: an id as it is, a slug in lower case. */
function formName(name: string): string {
  const id = isFormId(name) ? name : idInName(name);
  return id === null ? name.toLowerCase() : name.slice(0, -id.length).toLowerCase() + id;
}

/** The path of a page as it was probably meant: without slashes too many, and in lower case where case means nothing. */
function tidy(path: string): string {
  const [first = '', second, ...rest] = path.split('/').filter((segment) => segment !== '');
  const top = first.toLowerCase();
  const below = second === undefined ? [] : [top === 'f' ? formName(second) : second.toLowerCase()];
  return `/${[top, ...below, ...rest].join('/')}`;
}

/** The beginning of an address of a page, in any spelling: most requests are not for pages. */
const ofPage = /^\/+(?:console|f)(?:[/?]|$)/i;

/** Redirects to the address of a page from the same address with a slash at its end or with capital letters. */
export function tidyAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!ofPage.test(request.url) || !['GET', 'HEAD'].includes(request.method)) return done();
    const [path = '', ...query] = request.url.split('?');
    const tidied = tidy(path);
    if (tidied === path) done();
    else reply.redirect([tidied, ...query].join('?'), 308);
  });
}
