import type { FastifyReply, FastifyRequest } from 'fastify';
import { findRecoverable } from '../../../commands/recovery/find-recoverable.ts';
import {
  cancellationsPerSecond,
  type RecoveryRequest,
  requestRecovery,
} from '../../../commands/recovery/request-recovery.ts';
import type { RecoveryAction, RecoverySelection } from '../../../domain/recovery/events.ts';
import { countRecoverable } from '../../../projections/read-models/recoveries/count-recoverable.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { cancellationOperations } from '../../contract/webhooks/cancellations.ts';
import { recoveryOperations } from '../../contract/webhooks/recoveries.ts';
import { valueOf } from '../../errors/errors.ts';
import type { Mount } from '../../mount.ts';
import { selectionOf, statusesIn } from '../../requests/recovery-selection.ts';
import { committed, readAfter } from '../../requests/requests.ts';
import { cancellationFromState, fromState } from '../../responses/recoveries.ts';

const cancellable = ['pending'] as const;

/** Counting what a recovery would send again or a cancellation would cancel, and requesting one. */
export function recoveryRequestRoutes(
  api: Mount,
  deps: Pick<
    ApiDeps,
    'aggregates' | 'log' | 'newId' | 'now' | 'progress' | 'queries' | 'recoveriesPerSecond'
  >,
): void {
  const { progress, now } = deps;
  const recoverable = { ...deps, countRecoverable: countRecoverable(deps.queries) };

  async function count(request: FastifyRequest, action: RecoveryAction, select: () => RecoverySelection) {
    await readAfter(request, progress, ['deliveries', 'destinations']);
    const { accountId } = await api.contextOfAccount(request);
    return valueOf(await findRecoverable(recoverable, action, select(), accountId));
  }

  async function begin(request: FastifyRequest, reply: FastifyReply, read: () => RecoveryRequest) {
    const context = await api.contextOfAccount(request);
    const input = read();
    const { recovery } = committed(reply, await requestRecovery(recoverable, input, context));
    const resource = input.action === 'send' ? 'recoveries' : 'cancellations';
    reply.header('location', `${api.prefix}/${resource}/${recovery.recoveryId}`);
    return recovery;
  }

  api.route(recoveryOperations.countRecoverable, async (request) => {
    const { statuses, ...selected } = request.query;
    return count(request, 'send', () => selectionOf(selected, statusesIn(statuses), now(), 'query'));
  });

  api.route(cancellationOperations.countCancellable, async (request) =>
    count(request, 'cancel', () => selectionOf(request.query, cancellable, now(), 'query')),
  );

  api.route(recoveryOperations.requestRecovery, async (request, reply) => {
    const { per_second: perSecond = deps.recoveriesPerSecond, statuses, ...selected } = request.body;
    const read = () => ({
      action: 'send' as const,
      selection: selectionOf(selected, statuses, now(), 'body'),
      perSecond,
    });
    return fromState(await begin(request, reply, read));
  });

  api.route(cancellationOperations.requestCancellation, async (request, reply) => {
    const { per_second: perSecond = cancellationsPerSecond, reason: note, ...selected } = request.body;
    const read = () => ({
      action: 'cancel' as const,
      note,
      selection: selectionOf(selected, cancellable, now(), 'body'),
      perSecond,
    });
    return cancellationFromState(await begin(request, reply, read));
  });
}
