import contentDisposition from 'content-disposition';
import { account } from '../../domain/account/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { ApiDeps } from '../api-deps.ts';
import { archiveVersion } from '../contract/accounts/account-archive.ts';
import { accountExportOperations } from '../contract/accounts/account-export.ts';
import { archiveType } from '../contract/submissions/exports.ts';
import { accountClosed, ApiError } from '../errors/errors.ts';
import { type AccountExportDeps, writeAccount } from '../exports/account/account-members.ts';
import { accountArchive } from '../exports/account/archive-writer.ts';
import type { Mount } from '../mount.ts';
import { readAfter } from '../requests/requests.ts';

/** The read models that an export reads. */
const models = ['forms', 'submissions', 'destinations', 'deliveries', 'erasures'];
const readLimitMs = 2_000;

/** The export of everything of an account. */
export function accountExportRoute(api: Mount, deps: AccountExportDeps & Pick<ApiDeps, 'progress'>): void {
  api.route(accountExportOperations.exportAccount, async (request, reply) => {
    const { accountId } = await api.contextOfAccount(request);
    await readAfter(request, deps.progress, models);
    const { state } = await deps.aggregates.load(account, streamOf.account(accountId));
    if (!state.exists) throw new ApiError('not_found');
    if (state.closedAt !== null) throw accountClosed();
    const position = await deps.log.head();
    // Otherwise the archive would lack what was recorded last.
    if (position !== null && !(await deps.progress.waitFor(models, position, readLimitMs)))
      throw new ApiError('read_model_behind');
    const exportedAt = deps.now().toISOString();
    const heading = { account_id: accountId, position: String(position ?? 0n), exported_at: exportedAt };
    const name = `formlog-${accountId}-${exportedAt.slice(0, 10)}.zip`;
    return reply
      .type(archiveType)
      .header('content-disposition', contentDisposition(name))
      .send(
        accountArchive(heading, (writer) => writeAccount(writer, deps, state, exportedAt), archiveVersion),
      );
  });
}
