import { cancelRecovery, pauseRecovery, resumeRecovery } from '../../../commands/recovery/change-recovery.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor, readableBy } from '../../auth/owners.ts';
import { defaultLimit } from '../../contract/values.ts';
import { ApiError } from '../../errors/errors.ts';
import type { Mount } from '../../mount.ts';
import { queriesFor } from '../../requests/copies.ts';
import type { Paging } from '../../requests/paging.ts';
import { committed } from '../../requests/requests.ts';
import type { RecoveryJob } from './recovery-jobs.ts';

const changes = { pause: pauseRecovery, resume: resumeRecovery, cancel: cancelRecovery } as const;
const changeNames = ['pause', 'resume', 'cancel'] as const;

/** Recoveries or cancellations: listing, reading, and pausing, resuming or cancelling one. */
export function recoveryRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'documents' | 'now' | 'progress' | 'queries'>,
  paging: Paging,
  job: RecoveryJob,
): void {
  const { aggregates } = deps;
  const { action, kind, path, operations } = job;
  api.route(operations.list, async (request, reply) => {
    const { limit = defaultLimit, cursor, status, projection } = request.query;
    const recoveries = await queriesFor(deps, request, 'recoveries', projection);
    const { accountId } = await api.contextOfAccount(request);
    const binding = [accountId, path, status ?? null, projection ?? null];
    const page = await recoveries.list(accountId, {
      limit,
      action,
      status,
      ...paging.after(binding, cursor),
    });
    return paging.reply(request, reply, binding, page, job.fromView);
  });

  api.route(operations.read, async (request) => {
    const recoveries = await queriesFor(deps, request, 'recoveries', request.query.projection);
    const found = await recoveries.get(readableBy(request), request.params.id);
    if (found?.action !== action) throw new ApiError('not_found');
    return job.fromView(found);
  });

  for (const change of changeNames)
    api.route(operations[change], async (request, reply) => {
      const { id: recoveryId } = request.params;
      const context = await contextFor(request, aggregates, kind, recoveryId);
      const changed = committed(reply, await changes[change](deps, { recoveryId }, context));
      return job.fromState(changed.recovery);
    });
}
