import type { FastifyPluginAsync } from 'fastify';
import type { ApiDeps } from '../api-deps.ts';
import type { Mount } from '../auth/owners.ts';
import type { Paging } from '../requests/paging.ts';
import { cancellationRequestRoutes } from './deliveries/cancellation-requests.ts';
import { deliveryRoutes } from './deliveries/deliveries.ts';
import { deliveryListRoutes } from './deliveries/delivery-lists.ts';
import { recoveryRoutes } from './deliveries/recoveries.ts';
import { cancellationJob, recoveryJob } from './deliveries/recovery-jobs.ts';
import { recoveryRequestRoutes } from './deliveries/recovery-requests.ts';
import { destinationActions } from './destinations/destination-actions.ts';
import { destinationChangeRoutes } from './destinations/destination-changes.ts';
import { destinationSecretRoutes } from './destinations/destination-secrets.ts';
import { destinationTemplate } from './destinations/destination-template.ts';
import { destinationRoutes } from './destinations/destinations.ts';

/** The webhooks of an account: the same routes for operators and for keys of the account. */
export const webhookRoutes =
  (deps: ApiDeps, paging: Paging, mount: Mount): FastifyPluginAsync =>
  async (app) => {
    await app.register(destinationRoutes(deps, paging, mount));
    await app.register(destinationChangeRoutes(deps, mount));
    await app.register(destinationActions(deps));
    await app.register(destinationSecretRoutes(deps));
    await app.register(destinationTemplate(deps));
    await app.register(deliveryListRoutes(deps, paging, mount));
    await app.register(deliveryRoutes(deps));
    await app.register(recoveryRoutes(deps, paging, mount, recoveryJob));
    await app.register(recoveryRequestRoutes(deps, mount));
    await app.register(recoveryRoutes(deps, paging, mount, cancellationJob));
    await app.register(cancellationRequestRoutes(deps, mount));
  };
