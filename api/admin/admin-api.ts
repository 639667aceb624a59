import type { FastifyPluginAsync } from 'fastify';
import type { ApiDeps } from '../api-deps.ts';
import { openCursors } from '../cursors.ts';
import { handleErrors } from '../error-handlers.ts';
import { refuseOtherMethods } from '../method-not-allowed.ts';
import { openPaging } from '../paging.ts';
import type { Rates } from '../rates.ts';
import { accountRoutes } from './accounts.ts';
import { deliveryRoutes } from './deliveries.ts';
import { destinationActions } from './destination-actions.ts';
import { destinationTemplate } from './destination-template.ts';
import { destinationRoutes } from './destinations.ts';
import { erasureRoutes } from './erasures.ts';
import { exportRoutes } from './exports.ts';
import { adminFormRoutes } from './forms.ts';
import { historyRoutes } from './history.ts';
import { logMemberRoutes } from './log-members.ts';
import { keyRoutes } from './keys.ts';
import { authorize } from './operators.ts';
import { parkedDestinations } from './parked-destinations.ts';
import { paymentRoutes } from './payments.ts';
import { projectionRoutes } from './projections.ts';
import { recoveryRoutes } from './recoveries.ts';

/** The API for operators. */
export const adminApi =
  (deps: ApiDeps, rates: Rates): FastifyPluginAsync =>
  async (app) => {
    const refuseTheRest = refuseOtherMethods(app);
    const paging = openPaging(deps, openCursors(deps.cursorKey, deps.otherCursorKeys));
    app.addHook('onRequest', authorize(deps, rates));
    handleErrors(app);
    await app.register(accountRoutes(deps, paging));
    await app.register(keyRoutes(deps, paging));
    await app.register(adminFormRoutes(deps, paging));
    await app.register(destinationRoutes(deps, paging));
    await app.register(destinationActions(deps));
    await app.register(destinationTemplate(deps));
    await app.register(parkedDestinations(deps));
    await app.register(deliveryRoutes(deps, paging));
    await app.register(recoveryRoutes(deps, paging));
    await app.register(erasureRoutes(deps, paging));
    await app.register(logMemberRoutes(deps));
    await app.register(exportRoutes(deps));
    await app.register(historyRoutes(deps, paging));
    await app.register(paymentRoutes(deps));
    await app.register(projectionRoutes(deps, paging));
    refuseTheRest();
  };
