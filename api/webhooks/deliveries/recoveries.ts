import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cancelRecovery, pauseRecovery, resumeRecovery } from '../../../commands/change-recovery.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { ApiError, refused } from '../../errors/errors.ts';
import type { Paging } from '../../requests/paging.ts';
import { setLogPosition } from '../../requests/requests.ts';
import { ById, Failure, Listing, usualLimit } from '../../requests/schemas.ts';
import { OfCopyQuery, queriesFor } from '../../requests/copies.ts';
import { contextFor, readableBy, type Mount } from '../../auth/owners.ts';
import { fromState, fromView, RecoveriesQuery, Recovery, RecoveryItem } from './recovery-schemas.ts';

const actions = {
  pause: [pauseRecovery, 'Pause a recovery'],
  resume: [resumeRecovery, 'Resume a paused recovery'],
  cancel: [cancelRecovery, 'Cancel a recovery; deliveries already sent stay sent'],
} as const;

/** Recoveries: listing, reading, and pausing, resuming or cancelling one. */
export const recoveryRoutes =
  (deps: ApiDeps, paging: Paging, mount: Mount): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates } = deps;
    app.get(
      `${mount.ofAccount}/recoveries`,
      {
        config: { scope: 'webhooks:read' },
        schema: {
          ...{ summary: "List an account's recoveries", ...mount.path, querystring: RecoveriesQuery },
          response: { 200: Listing(RecoveryItem, 'Recoveries, newest first.'), default: Failure },
        },
      },
      async (request, reply) => {
        const { limit = usualLimit, cursor, status, projection } = request.query;
        const asked = await queriesFor(deps, request, 'recoveries', projection);
        const { accountId } = await mount.contextOfAccount(request);
        const binding = [accountId, 'recoveries', status ?? null, projection ?? null];
        const page = await asked.list(accountId, {
          ...{ limit, status },
          ...paging.after(binding, cursor),
        });
        return paging.answer(request, reply, binding, page, fromView);
      },
    );

    app.get(
      '/recoveries/:id',
      {
        config: { scope: 'webhooks:read' },
        schema: {
          ...{ summary: 'Read the progress of a recovery', params: ById },
          querystring: OfCopyQuery,
          response: { 200: RecoveryItem, default: Failure },
        },
      },
      async (request) => {
        const asked = await queriesFor(deps, request, 'recoveries', request.query.projection);
        const found = await asked.get(readableBy(request), request.params.id);
        if (!found) throw new ApiError('not_found');
        return fromView(found);
      },
    );

    for (const [action, [change, summary]] of Object.entries(actions))
      app.post(
        `/recoveries/:id/${action}`,
        {
          config: { scope: 'webhooks:write' },
          schema: { ...{ summary, params: ById }, response: { 200: Recovery, default: Failure } },
        },
        async (request, reply) => {
          const { id: recoveryId } = request.params;
          const context = await contextFor(request, aggregates, 'recovery', recoveryId);
          const changed = await change(deps, { recoveryId }, context);
          if (!changed.ok) throw refused(changed.error);
          setLogPosition(reply, changed.value.position);
          return fromState(changed.value.recovery);
        },
      );
  };
