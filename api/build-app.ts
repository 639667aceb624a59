import type { IncomingMessage } from 'node:http';
import fastify, {
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { adminApi } from './admin/admin-api.ts';
import type { ApiDeps, ClientLimits } from './api-deps.ts';
import {
  handleErrors,
  pagesForBrowsers,
  refuseBrokenHttp,
  refuseConnect,
  type SendError,
  sendError,
} from './errors/error-handlers.ts';
import { linkedFiles } from './files/linked-files.ts';
import { limitBodyTime } from './http/body-deadlines.ts';
import { jsonBytes } from './http/body-limits.ts';
import { hangUpOnClosing } from './http/closing.ts';
import { boundDroppedBodies } from './http/dropped-bodies.ts';
import { refuseBrokenEscapes, refuseOddLimits } from './http/escapes.ts';
import { plainForwarded } from './http/forwarded.ts';
import { limitHandlerTime } from './http/handler-timeout.ts';
import { healthRoutes } from './http/health.ts';
import { refuseOddHosts, refuseOddTargets, targetOf } from './http/host.ts';
import { parseJson } from './http/json.ts';
import { refuseLongTargets } from './http/long-targets.ts';
import { refuseOtherEncodings } from './http/media-type.ts';
import { joinRareMethods, refuseOtherMethods } from './http/method-not-allowed.ts';
import { measureRequests, metricsRoute } from './http/metrics.ts';
import { refuseOptions } from './http/options.ts';
import { shedLoad } from './http/pressure.ts';
import { readBody, restAfterLargeBody } from './http/read-body.ts';
import { openRequestIds } from './http/request-ids.ts';
import { logRequests } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { refuseUnknownPaths } from './http/unknown-paths.ts';
import { openRates, type Rates, setRateHeaders } from './limits/rates.ts';
import { describeApi } from './openapi/serve-document.ts';
import { stripeHook } from './payments/stripe/hook.ts';
import { publicApi } from './public/public-api.ts';
import { noOwnCompilers, useSchemas } from './requests/validation.ts';
import { templateSchema } from './webhooks/destinations/destination-template.ts';

/** Longer than the minute for which browsers and proxies reuse idle connections. */
const defaultClientLimits: ClientLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  silenceMs: 60_000,
  idleMs: 72_000,
  checkMs: 1_000,
};
/** How long a request with a file may take to arrive. A longer upload is sent in several requests. */
const defaultTransferMs = 3_600_000;
/** The largest total size of a request's headers, in bytes. */
const headerLimit = 16 * 1024;

/** The parts of the HTTP server beside health and metrics. */
export interface AppParts {
  /** Whether the server has the API; by default it has. */
  readonly api?: boolean;
  /** The pages for browsers, if the server has them. */
  readonly pages?: Pages;
}

/** The pages for browsers. */
export interface Pages {
  readonly routes: (rates: Rates) => FastifyPluginAsync;
  /** Answers an error as a page. */
  readonly sendError: SendError;
  /** Redirects from an address of a page as people mistype it, before a route is run. */
  readonly tidyAddresses: (app: FastifyInstance) => void;
}

/** Builds the HTTP server. It does not listen yet. */
export async function buildApp(
  deps: ApiDeps,
  { api = true, pages }: AppParts = {},
): Promise<FastifyInstance> {
  const rates = openRates(deps);
  const clients = deps.clientLimits ?? defaultClientLimits;
  const commonHeaders = securityHeaders();
  const newRequestId = openRequestIds();
  const sendFailure = pages ? pagesForBrowsers(pages.sendError) : sendError;
  const app = fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would take 2 % of the time of a small request: the two lines that need its id add it themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: newRequestId,
    requestIdHeader: false,
    bodyLimit: jsonBytes,
    schemaController: noOwnCompilers,
    // Of a request with a file: `limitBodyTime` has a shorter limit for all others.
    requestTimeout: Math.max(clients.requestMs, clients.transferMs ?? defaultTransferMs),
    connectionTimeout: clients.silenceMs,
    keepAliveTimeout: clients.idleMs,
    http: {
      headersTimeout: clients.headersMs,
      maxHeaderSize: headerLimit,
      connectionsCheckingInterval: clients.checkMs,
      // Answers these requests here, with the headers of every answer.
      requireHostHeader: false,
    },
    // Runs before anything asks for the client's address.
    rewriteUrl(request) {
      plainForwarded(request);
      joinRareMethods(request);
      return targetOf(request);
    },
    trustProxy: deps.trustedProxies.length > 0 && [...deps.trustedProxies],
    // During shutdown, requests on open connections are still served.
    return503OnClosing: false,
    // These errors occur before any hook runs.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...commonHeaders, ...rates.headersOf(request.ip), 'x-request-id': request.id });
      sendFailure(error, request, reply);
    },
    clientErrorHandler: refuseBrokenHttp(newRequestId, rates, commonHeaders),
  });
  // Other expectations than 100-continue may be ignored; Node's own refusal would lack the headers of every answer.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  boundDroppedBodies(app);
  limitBodyTime(app, clients);
  app.server.on('connect', refuseConnect(newRequestId, rates, commonHeaders));
  useSchemas(app);
  handleErrors(app, sendFailure);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders).header('x-request-id', request.id);
    done();
  });
  hangUpOnClosing(app);
  limitHandlerTime(app, deps.handlerTimeoutMs, deps.watch);
  refuseLongTargets(app);
  refuseOddTargets(app);
  refuseOddHosts(app, deps.knownHosts ?? null);
  refuseBrokenEscapes(app);
  refuseOddLimits(app);
  logRequests(app);
  setRateHeaders(app, rates);
  measureRequests(app, deps.metrics);
  refuseOptions(app);
  pages?.tidyAddresses(app);
  await shedLoad(app, deps.maxLoopDelayMs);
  refuseUnknownPaths(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    refuseOtherEncodings(request.headers);
    const body = await readBody(request, payload, request.routeOptions.bodyLimit);
    const value = await parseJson(body);
    await restAfterLargeBody(body.length);
    return value;
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('operator', null);
  if (api) await describeApi(app, deps.publicUrl);
  await app.register(async (open) => {
    const refuseTheRest = refuseOtherMethods(open);
    healthRoutes(open, deps);
    if (api) templateSchema(open, deps);
    metricsRoute(open, deps);
    refuseTheRest();
  });
  if (api) {
    await app.register(publicApi(deps, rates), { prefix: '/api/public/v1' });
    await app.register(adminApi(deps, rates), { prefix: '/api/admin/v1' });
    await app.register(linkedFiles(deps, rates));
    await app.register(stripeHook(deps, rates), { prefix: '/hooks/stripe' });
  }
  if (pages) await app.register(pages.routes(rates));
  return app;
}
