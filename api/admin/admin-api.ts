import type { FastifyPluginAsync } from 'fastify';
import type { ApiDeps } from '../api-deps.ts';
import { openCursors } from '../requests/cursors.ts';
import { handleErrors } from '../errors/error-handlers.ts';
import { refuseOtherMethods } from '../http/method-not-allowed.ts';
import { openPaging } from '../requests/paging.ts';
import type { Rates } from '../limits/rates.ts';
import { adminMount } from '../auth/owners.ts';
import { webhookRoutes } from '../webhooks/webhook-routes.ts';
import { consoleTickets } from './console-tickets.ts';
import { destinationReencryption } from './destinations/destination-reencryption.ts';
import { allDeliveryRoutes } from './deliveries/all-deliveries.ts';
import { accountRoutes } from './accounts.ts';
import { erasureRoutes } from './erasures/erasures.ts';
import { exportRoutes } from './exports/exports.ts';
import { formCreation } from '../public/form-creation.ts';
import { formChangeRoutes } from './forms/form-changes.ts';
import { adminFormRoutes } from './forms/forms.ts';
import { historyRoutes } from './history/history.ts';
import { logMemberRoutes } from './erasures/log-members.ts';
import { keyRoutes } from './keys.ts';
import { authorize } from '../auth/operators.ts';
import { parkedDestinations } from './destinations/parked-destinations.ts';
import { paymentRoutes } from './payments.ts';
import { buildRoutes } from './projections/builds.ts';
import { parkedKeyRoutes } from './projections/parked-keys.ts';
import { projectionRoutes } from './projections/projections.ts';
import { adminSubmissionRoutes } from './submissions/submissions.ts';

/** The admin API. */
export const adminApi =
  (deps: ApiDeps, rates: Rates): FastifyPluginAsync =>
  async (app) => {
    const refuseTheRest = refuseOtherMethods(app);
    const paging = openPaging(deps, openCursors(deps.cursorKey, deps.otherCursorKeys));
    app.addHook('onRequest', authorize(deps, rates));
    handleErrors(app);
    await app.register(accountRoutes(deps, paging));
    await app.register(keyRoutes(deps, paging));
    await app.register(consoleTickets(deps));
    await app.register(formCreation(deps, adminMount(deps.aggregates)));
    await app.register(formChangeRoutes(deps));
    await app.register(adminFormRoutes(deps, paging));
    await app.register(adminSubmissionRoutes(deps, paging));
    await app.register(webhookRoutes(deps, paging, adminMount(deps.aggregates)));
    await app.register(destinationReencryption(deps));
    await app.register(parkedDestinations(deps));
    await app.register(allDeliveryRoutes(deps, paging));
    await app.register(erasureRoutes(deps, paging));
    await app.register(logMemberRoutes(deps));
    await app.register(exportRoutes(deps));
    await app.register(historyRoutes(deps, paging));
    await app.register(paymentRoutes(deps));
    await app.register(projectionRoutes(deps, paging));
    await app.register(buildRoutes(deps));
    await app.register(parkedKeyRoutes(deps));
    refuseTheRest();
  };
