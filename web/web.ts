import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Pages } from '../api/build-app.ts';
import { refuseOtherMethods } from '../api/http/method-not-allowed.ts';
import type { Rates } from '../api/limits/rates.ts';
import { assetRoutes } from './assets/assets.ts';
import { consolePages } from './console/console.ts';
import { embedRoutes } from './form/embedding.ts';
import { formRoutes } from './form/form-routes.tsx';
import { lookRoutes } from './form/look/look-routes.ts';
import { readForms } from './form-body.ts';
import { stopPages } from './notices/stop.tsx';
import { protectPages } from './page-headers.ts';
import { answerErrorPage } from './parts/error-page.tsx';
import { tidyAddresses } from './tidy-addresses.ts';
import type { WebDeps } from './web-deps.ts';

/** The largest form of the console, in bytes; the public forms have limits of their own. */
const formBytes = 512 * 1_024;

/** The pages for browsers: the public forms and the console. */
export const webPages = (deps: WebDeps): Pages => ({
  routes: webRoutes(deps),
  sendError: answerErrorPage,
  tidyAddresses,
});

const webRoutes =
  (deps: WebDeps) =>
  (rates: Rates): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true };
    });
    const refuseOtherPaths = refuseOtherMethods(app);
    await app.register(cookie);
    readForms(app, formBytes);
    app.setErrorHandler(answerErrorPage);
    ignoreEmptyParameters(app);
    protectPages(app);
    app.get('/', async (_, reply) => reply.redirect('/console', 302));
    await app.register(assetRoutes);
    await app.register(lookRoutes);
    await app.register(formRoutes(deps, rates));
    await app.register(embedRoutes);
    await app.register(stopPages(deps, rates));
    await app.register(consolePages(deps, rates));
    refuseOtherPaths();
  };

/** A browser sends every field of a filter; the empty ones filter nothing. */
function ignoreEmptyParameters(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _, done) => {
    const { query } = request;
    if (typeof query === 'object' && query !== null)
      request.query = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
    done();
  });
}
