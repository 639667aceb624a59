import { contextFor } from '../../../api/auth/owners.ts';
import { accountExportOperations } from '../../../api/contract/accounts/account-export.ts';
import { lackedScope } from '../../../api/contract/operation.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError } from '../../../api/errors/errors.ts';
import { sendAccount } from '../../../api/exports/account/send-account.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { accountUrl } from './accounts.tsx';

/** The link to the download of everything of an account. */
export const ExportLink = ({ accountId }: { readonly accountId: string }) => (
  <>
    <h2>Export</h2>
    <p>
      Members, forms, submissions, files, destinations and the history, as a ZIP archive. Another service
      reads it with <code>formlog accounts import</code>.
    </p>
    <p>
      <a role="button" class="secondary" href={`${accountUrl(accountId)}/export.zip`}>
        Download everything
      </a>
    </p>
  </>
);

/** The download of everything of an account. */
export function accountExport(
  app: Routes,
  deps: Pick<
    WebDeps,
    | 'aggregates'
    | 'budgetWaits'
    | 'contents'
    | 'definitions'
    | 'deliveries'
    | 'log'
    | 'now'
    | 'progress'
    | 'queries'
    | 'requireClean'
    | 'revisions'
  >,
): void {
  const config = { scope: 'account:write' } as const;
  app.get(
    '/console/accounts/:id/export.zip',
    { config, schema: { params: ById } },
    async (request, reply) => {
      const { accountId } = await contextFor(request, deps.aggregates, 'account', request.params.id);
      const { caller } = request;
      const lacked = caller && lackedScope(accountExportOperations.exportAccount, caller.scopes);
      if (lacked) throw new ApiError('insufficient_scope', { details: { required_scope: lacked } });
      return sendAccount(reply, deps, accountId);
    },
  );
}
