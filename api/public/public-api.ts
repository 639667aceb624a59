import type { FastifyPluginAsync } from 'fastify';
import type { ApiDeps } from '../api-deps.ts';
import { authenticate } from '../auth/authentication.ts';
import { publicMount } from '../auth/owners.ts';
import { operationIn, ownOperation } from '../contract/operation.ts';
import { handleErrors } from '../errors/error-handlers.ts';
import { refuseOtherMethods } from '../http/method-not-allowed.ts';
import { keepPrivate } from '../http/security-headers.ts';
import type { Rates } from '../limits/rates.ts';
import { paymentRoutes } from '../payments/payments.ts';
import { paymentProviderRoutes } from '../payments/providers.ts';
import { openCursors } from '../requests/cursors.ts';
import { openPaging } from '../requests/paging.ts';
import { answerRepeats } from '../requests/repeats.ts';
import { webhookRoutes } from '../webhooks/webhook-routes.ts';
import { embeddingRoutes } from './embedding.ts';
import { formCreation } from './form-creation.ts';
import { formRoutes } from './forms.ts';
import { submissionRoutes } from './submissions.ts';

/** The public API. */
export const publicApi =
  (deps: ApiDeps, rates: Rates): FastifyPluginAsync =>
  async (app) => {
    const refuseTheRest = refuseOtherMethods(app);
    const paging = openPaging(deps, openCursors(deps.cursorKey, deps.otherCursorKeys));
    // Runs before the body is read, and also for unknown paths.
    app.addHook('onRequest', authenticate(deps, rates));
    handleErrors(app);
    keepPrivate(app);
    answerRepeats(app, deps);
    app.addHook('onRoute', (route) => {
      const operation = operationIn(route.schema);
      const own = operation && ownOperation(operation);
      if (own) route.schema = own;
    });
    await app.register(formRoutes(deps, paging));
    await app.register(formCreation(deps, publicMount));
    await app.register(embeddingRoutes(deps, publicMount));
    await app.register(submissionRoutes(deps, paging));
    await app.register(paymentRoutes(deps));
    await app.register(paymentProviderRoutes(deps, publicMount));
    await app.register(webhookRoutes(deps, paging, publicMount));
    refuseTheRest();
  };
