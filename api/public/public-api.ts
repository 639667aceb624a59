import type { FastifyPluginAsync } from 'fastify';
import Type from 'typebox';
import type { ApiDeps } from '../api-deps.ts';
import { authenticate } from '../auth/authentication.ts';
import { publicMount } from '../auth/owners.ts';
import { handleErrors } from '../errors/error-handlers.ts';
import { refuseOtherMethods } from '../http/method-not-allowed.ts';
import { keepPrivate } from '../http/security-headers.ts';
import type { Rates } from '../limits/rates.ts';
import { paymentRoutes } from '../payments/payments.ts';
import { paymentProviderRoutes } from '../payments/providers.ts';
import { openCursors } from '../requests/cursors.ts';
import { openPaging, type Paging } from '../requests/paging.ts';
import { answerRepeats } from '../requests/repeats.ts';
import { closed } from '../requests/schemas.ts';
import { webhookRoutes } from '../webhooks/webhook-routes.ts';
import { embeddingRoutes } from './embedding.ts';
import { formCreation } from './form-creation.ts';
import { formRoutes } from './forms.ts';
import { submissionRoutes } from './submissions.ts';

/** The webhooks of the key's account. Copies of read models are for operators, so no route takes their parameter. */
const ownWebhooks =
  (deps: ApiDeps, paging: Paging): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onRoute', (route) => {
      const query = route.schema?.querystring;
      if (!Type.IsObject(query)) return;
      const { projection: _, ...parameters } = query.properties;
      route.schema = { ...route.schema, querystring: Type.Object(parameters, closed) };
    });
    await app.register(webhookRoutes(deps, paging, publicMount));
  };

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
    await app.register(formRoutes(deps, paging));
    await app.register(formCreation(deps, publicMount));
    await app.register(embeddingRoutes(deps, publicMount));
    await app.register(submissionRoutes(deps, paging));
    await app.register(paymentRoutes(deps));
    await app.register(paymentProviderRoutes(deps, publicMount));
    await app.register(ownWebhooks(deps, paging));
    refuseTheRest();
  };
