import type { ApiDeps } from '../api-deps.ts';
import type { Mount } from '../mount.ts';
import type { Paging } from '../requests/paging.ts';
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
export function webhookRoutes(api: Mount, deps: ApiDeps, paging: Paging): void {
  destinationRoutes(api, deps, paging);
  destinationChangeRoutes(api, deps);
  destinationActions(api, deps);
  destinationSecretRoutes(api, deps);
  destinationTemplate(api, deps);
  deliveryListRoutes(api, deps, paging);
  deliveryRoutes(api, deps);
  recoveryRoutes(api, deps, paging, recoveryJob);
  recoveryRequestRoutes(api, deps);
  recoveryRoutes(api, deps, paging, cancellationJob);
}
