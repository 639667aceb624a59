import type { ArchivedAccount } from '../../../api/contract/accounts/account-archive.ts';
import * as contract from '../../../api/contract/accounts/accounts.ts';
import { FormItem } from '../../../api/contract/forms/form-schemas.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import type { Api } from '../client/api.ts';
import { failureOf, valueOf } from '../client/explain.ts';
import { Anything, response } from '../client/response-schema.ts';
import { refused } from '../failure.ts';
import type { Retry } from '../import/retry.ts';
import type { Report } from './report.ts';
import type { FormOfArchive } from './verify-archive.ts';

const Account = response(contract.Account, 'id', 'plan');
const Form = response(FormItem, 'id', 'slug', 'status', 'title');

/** What every step of an import needs. */
export interface Importing {
  readonly api: Api;
  readonly retry: Retry;
  readonly report: Report;
  readonly accountId: string;
}

export interface TargetOptions {
  /** The account to fill, or to continue with; absent for a new one. */
  readonly account?: string | undefined;
  /** The id of a new account; that of the archive by default. */
  readonly id?: string | undefined;
  /** The plan of a new account; that of the archive by default. */
  readonly plan?: string | undefined;
}

const accountsPath = '/api/admin/v1/accounts';
export const pathOf = (accountId: string): string => `${accountsPath}/${encodeURIComponent(accountId)}`;

/**
 * Opens an account with the settings of the archive, or gives them to an existing one. A repeated import finds the account that it has
 * opened.
 * @returns its id
 * @throws CommandFailure if the id is taken by another account, or the account does not exist
 */
export async function openTarget(
  { api, retry }: Pick<Importing, 'api' | 'retry'>,
  archived: ArchivedAccount,
  { account, id, plan }: TargetOptions,
): Promise<string> {
  const { language, time_zone, embed_origins: origins } = archived;
  const locale = { ...(language !== null && { language }), ...(time_zone !== null && { time_zone }) };
  if (account === undefined) await create();
  const accountId = account ?? id ?? archived.id;
  const path = pathOf(accountId);
  if (account !== undefined) {
    valueOf(await retry(() => api.call({ method: 'GET', path }, Account)));
    if (Object.keys(locale).length > 0)
      valueOf(await retry(() => api.call({ method: 'PATCH', path, body: locale }, Account)));
  }
  if (origins !== null)
    valueOf(
      await retry(() => api.call({ method: 'PUT', path: `${path}/embedding`, body: { origins } }, Anything)),
    );
  return accountId;

  async function create(): Promise<void> {
    const body = { id: id ?? archived.id, name: archived.name, plan: plan ?? archived.plan, ...locale };
    const idempotencyKey = derivedId('import account', JSON.stringify(body), archived.created_at);
    const call = { method: 'POST', path: accountsPath, body, idempotencyKey } as const;
    const made = await retry(() => api.call(call, Account));
    if (made.ok) return;
    if (made.error.kind === 'refused' && made.error.code === 'conflict')
      throw refused(
        `The service has an account ${body.id} already. If an earlier run of this import has created it, or it is empty, name it with ` +
          `--account ${body.id}. Otherwise give the new account another id with --id.`,
      );
    throw failureOf(made.error);
  }
}

/** A form that the account has already. */
export interface FormOfTarget {
  readonly id: string;
  readonly status: string;
}

/**
 * Returns the forms that an earlier run of the import has created, by slug.
 * @throws CommandFailure if the account has other forms, or is the one from which the archive came
 */
export async function formsOfTarget(
  { api, accountId }: Pick<Importing, 'api' | 'accountId'>,
  archived: readonly FormOfArchive[],
): Promise<ReadonlyMap<string, FormOfTarget>> {
  const existing = await api.list(`${pathOf(accountId)}/forms`, Form);
  const folders = new Set(archived.map(({ folder }) => folder));
  const originals = new Set(archived.map(({ form }) => form.id));
  for (const { id, slug } of existing) {
    if (originals.has(id))
      throw refused(
        `The archive is an export of account ${accountId} itself. Import it into another account.`,
      );
    if (!folders.has(slug))
      throw refused(
        `Account ${accountId} has a form "${slug}" that the archive does not have. Import into an empty account.`,
      );
  }
  return new Map(existing.map(({ id, slug, status }) => [slug, { id, status }]));
}
