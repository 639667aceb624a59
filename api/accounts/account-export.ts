import type { ApiDeps } from '../api-deps.ts';
import { accountExportOperations } from '../contract/accounts/account-export.ts';
import type { AccountExportDeps } from '../exports/account/account-members.ts';
import { exportedModels, sendAccount } from '../exports/account/send-account.ts';
import type { Mount } from '../mount.ts';
import { readAfter } from '../requests/requests.ts';

/** The export of everything of an account. */
export function accountExportRoute(api: Mount, deps: AccountExportDeps & Pick<ApiDeps, 'progress'>): void {
  api.route(accountExportOperations.exportAccount, async (request, reply) => {
    const { accountId } = await api.contextOfAccount(request);
    await readAfter(request, deps.progress, exportedModels);
    return sendAccount(reply, deps, accountId);
  });
}
