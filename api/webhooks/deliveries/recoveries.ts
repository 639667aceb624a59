import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cancelRecovery, pauseRecovery, resumeRecovery } from '../../../commands/recovery/change-recovery.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor, type Mount, readableBy } from '../../auth/owners.ts';
import { usualLimit } from '../../contract/values.ts';
import { ApiError, refused } from '../../errors/errors.ts';
import { queriesFor } from '../../requests/copies.ts';
import type { Paging } from '../../requests/paging.ts';
import { setLogPosition } from '../../requests/requests.ts';
import type { RecoveryJob } from './recovery-jobs.ts';

const changes = { pause: pauseRecovery, resume: resumeRecovery, cancel: cancelRecovery } as const;
const changeNames = ['pause', 'resume', 'cancel'] as const;

/** Recoveries or cancellations: listing, reading, and pausing, resuming or cancelling one. */
export const recoveryRoutes =
  (
    deps: Pick<ApiDeps, 'aggregates' | 'documents' | 'now' | 'progress' | 'queries'>,
    paging: Paging,
    mount: Mount,
    job: RecoveryJob,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates } = deps;
    const { action, kind, path, operations } = job;
    app.get(mount.pathOf(operations.list), { schema: operations.list }, async (request, reply) => {
      const { limit = usualLimit, cursor, status, projection } = request.query;
      const asked = await queriesFor(deps, request, 'recoveries', projection);
      const { accountId } = await mount.contextOfAccount(request);
      const binding = [accountId, path, status ?? null, projection ?? null];
      const page = await asked.list(accountId, {
        limit,
        action,
        status,
        ...paging.after(binding, cursor),
      });
      return paging.answer(request, reply, binding, page, job.fromView);
    });

    app.get(operations.read.path, { schema: operations.read }, async (request) => {
      const asked = await queriesFor(deps, request, 'recoveries', request.query.projection);
      const found = await asked.get(readableBy(request), request.params.id);
      if (found?.action !== action) throw new ApiError('not_found');
      return job.fromView(found);
    });

    for (const change of changeNames)
      app.post(operations[change].path, { schema: operations[change] }, async (request, reply) => {
        const { id: recoveryId } = request.params;
        const context = await contextFor(request, aggregates, kind, recoveryId);
        const changed = await changes[change](deps, { recoveryId }, context);
        if (!changed.ok) throw refused(changed.error);
        setLogPosition(reply, changed.value.position);
        return job.fromState(changed.value.recovery);
      });
  };
