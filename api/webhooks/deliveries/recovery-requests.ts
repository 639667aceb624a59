import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { findRecoverable } from '../../../commands/recovery/find-recoverable.ts';
import { requestRecovery } from '../../../commands/recovery/request-recovery.ts';
import { countRecoverable } from '../../../projections/read-models/recoveries/count-recoverable.ts';
import type { ApiDeps } from '../../api-deps.ts';
import type { Mount } from '../../auth/owners.ts';
import { recoveryOperations } from '../../contract/webhooks/recoveries.ts';
import { refused } from '../../errors/errors.ts';
import { selectionOf, statusesIn } from '../../requests/recovery-selection.ts';
import { readAfter, setLogPosition } from '../../requests/requests.ts';
import { fromState } from './recovery-schemas.ts';

/** Counting what a recovery would send again, and requesting one. */
export const recoveryRequestRoutes =
  (
    deps: Pick<
      ApiDeps,
      'aggregates' | 'log' | 'newId' | 'now' | 'progress' | 'queries' | 'recoveriesPerSecond'
    >,
    mount: Mount,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { progress, now } = deps;
    const recoverable = { ...deps, countRecoverable: countRecoverable(deps.queries) };
    app.get(
      mount.pathOf(recoveryOperations.countRecoverable),
      { schema: recoveryOperations.countRecoverable },
      async (request) => {
        await readAfter(request, progress, ['deliveries', 'destinations']);
        const { accountId } = await mount.contextOfAccount(request);
        const { statuses, ...selected } = request.query;
        const selection = selectionOf(selected, statusesIn(statuses), now(), 'query');
        const found = await findRecoverable(recoverable, 'send', selection, accountId);
        if (!found.ok) throw refused(found.error);
        return found.value;
      },
    );

    app.post(
      mount.pathOf(recoveryOperations.requestRecovery),
      { schema: recoveryOperations.requestRecovery },
      async (request, reply) => {
        const context = await mount.contextOfAccount(request);
        const { per_second: perSecond = deps.recoveriesPerSecond, statuses, ...selected } = request.body;
        const selection = selectionOf(selected, statuses, now(), 'body');
        const requested = await requestRecovery(
          recoverable,
          { action: 'send', selection, perSecond },
          context,
        );
        if (!requested.ok) throw refused(requested.error);
        const { recovery, position } = requested.value;
        setLogPosition(reply, position);
        reply.code(202).header('location', `${app.prefix}/recoveries/${recovery.recoveryId}`);
        return fromState(recovery);
      },
    );
  };
