import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { findRecoverable } from '../../../commands/recovery/find-recoverable.ts';
import { cancellationsPerSecond, requestRecovery } from '../../../commands/recovery/request-recovery.ts';
import { countRecoverable } from '../../../projections/read-models/recoveries/count-recoverable.ts';
import type { ApiDeps } from '../../api-deps.ts';
import type { Mount } from '../../auth/owners.ts';
import { cancellationOperations } from '../../contract/webhooks/cancellations.ts';
import { refused } from '../../errors/errors.ts';
import { selectionOf } from '../../requests/recovery-selection.ts';
import { readAfter, setLogPosition } from '../../requests/requests.ts';
import { cancellationFromState } from './recovery-schemas.ts';

const statuses = ['pending'] as const;

/** Counting what a cancellation would cancel, and requesting one. */
export const cancellationRequestRoutes =
  (
    deps: Pick<ApiDeps, 'aggregates' | 'log' | 'newId' | 'now' | 'progress' | 'queries'>,
    mount: Mount,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { progress, now } = deps;
    const recoverable = { ...deps, countRecoverable: countRecoverable(deps.queries) };
    app.get(
      mount.pathOf(cancellationOperations.countCancellable),
      { schema: cancellationOperations.countCancellable },
      async (request) => {
        await readAfter(request, progress, ['deliveries', 'destinations']);
        const { accountId } = await mount.contextOfAccount(request);
        const selection = selectionOf(request.query, statuses, now(), 'query');
        const found = await findRecoverable(recoverable, 'cancel', selection, accountId);
        if (!found.ok) throw refused(found.error);
        return found.value;
      },
    );

    app.post(
      mount.pathOf(cancellationOperations.requestCancellation),
      { schema: cancellationOperations.requestCancellation },
      async (request, reply) => {
        const context = await mount.contextOfAccount(request);
        const { per_second: perSecond = cancellationsPerSecond, reason: note, ...selected } = request.body;
        const selection = selectionOf(selected, statuses, now(), 'body');
        const wanted = { action: 'cancel', note, selection, perSecond } as const;
        const requested = await requestRecovery(recoverable, wanted, context);
        if (!requested.ok) throw refused(requested.error);
        const { recovery, position } = requested.value;
        setLogPosition(reply, position);
        reply.code(202).header('location', `${app.prefix}/cancellations/${recovery.recoveryId}`);
        return cancellationFromState(recovery);
      },
    );
  };
