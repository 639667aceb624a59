import type { ApiDeps } from '../../api/api-deps.ts';
import { openSpentTokens } from '../../coordination/spent-tokens.ts';
import { collectionsOf } from '../../projections/collections.ts';
import { liveQueries } from '../../projections/queries/live-queries.ts';
import { dueQueries } from '../../projections/read-models/deliveries/due-deliveries.ts';
import { readModels } from '../../projections/registry.ts';
import { followActivity, openActivity } from '../../web/console/overview/activity.ts';
import { webPages } from '../../web/web.ts';
import type { Service } from '../service/open-service.ts';

/** Starts the role `web`. @returns its pages, for the HTTP server */
export function startWeb(service: Service, api: ApiDeps): ReturnType<typeof webPages> {
  const { store, aliases, supervisor, log, commands } = service;
  const activity = openActivity(commands.now);
  supervisor.supervise('activity', (signal) => followActivity(log, activity, signal));
  return webPages({
    ...api,
    spentTokens: openSpentTokens(store),
    readModels: readModels.map(({ name }) => name),
    queue: liveQueries(dueQueries, collectionsOf(store), aliases),
    activity,
  });
}
