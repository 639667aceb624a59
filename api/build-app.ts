import helmet from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';
import { adminApi } from './admin/admin-api.ts';
import type { ApiDeps } from './api-deps.ts';
import { answerBrokenHttp, answerError, handleErrors } from './error-handlers.ts';
import { healthRoutes } from './health.ts';
import { parseJson } from './json.ts';
import { publicApi } from './public/public-api.ts';
import { openRateWindows } from './rate-windows.ts';
import { logRequests } from './request-log.ts';
import { useSchemas } from './validation.ts';

/** Bytes of a body. An event made of it must fit into one append, which takes 1 MiB. */
const bodyLimit = 512 * 1024;

/** Makes the HTTP service, ready to listen or to be injected into. */
export async function buildApp(deps: ApiDeps): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: deps.logger,
    disableRequestLogging: true,
    genReqId: () => deps.newId(),
    requestIdHeader: false,
    bodyLimit,
    // Requests on open connections are served to the end while the service closes.
    return503OnClosing: false,
    frameworkErrors: answerError,
    clientErrorHandler: answerBrokenHttp(deps.newId),
  });
  useSchemas(app);
  handleErrors(app);
  logRequests(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) =>
    parseJson(body),
  );
  app.decorateRequest('caller', null);
  app.decorateRequest('operator', null);
  await app.register(helmet, { contentSecurityPolicy: { directives: { defaultSrc: ["'none'"] } } });
  const windows = openRateWindows(() => deps.now().getTime());
  healthRoutes(app, deps);
  await app.register(publicApi(deps, windows), { prefix: '/api/public/v1' });
  await app.register(adminApi(deps, windows), { prefix: '/api/admin/v1' });
  return app;
}
