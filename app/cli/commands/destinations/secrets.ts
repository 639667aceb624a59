import type { Command } from 'commander';
import { Account } from '../../../../api/contract/accounts/accounts.ts';
import { Destination, Reencrypted } from '../../../../api/contract/webhooks/destination-schemas.ts';
import { counted } from '../../../../domain/check.ts';
import type { ApiClient } from '../../client/client.ts';
import { failureOf, valueOf } from '../../client/explain.ts';
import { readPages } from '../../client/pages.ts';
import { listOf, response } from '../../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withExample, withService } from '../../context.ts';
import { exitCodes } from '../../failure.ts';
import { stripePath } from '../stripe.ts';
import { destinationPath } from './destination-options.ts';

const Accounts = listOf(response(Account, 'id'));
const Destinations = listOf(response(Destination, 'id'));
const Changed = response(Reencrypted, 'changed');

/** The progress is printed after this number of destinations. */
const noteEvery = 100;

/** `formlog secrets …` */
export function defineSecrets(secrets: Command, context: CliContext): void {
  withExample(secrets, 'secrets reencrypt');
  withService(
    secrets
      .command('reencrypt')
      .description('encrypt every signing secret with the newest master key; safe to interrupt and repeat'),
    'secrets reencrypt',
  ).action(async (options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const accounts = options.account === undefined ? await allAccounts(api) : [options.account];
    const result = { accounts: accounts.length, destinations: 0, changed: 0, failed: 0 };
    async function reencrypt(name: string, path: string): Promise<void> {
      const sealed = await api.call({ method: 'POST', path }, Changed);
      if (sealed.ok) result.changed += sealed.value.value.changed ? 1 : 0;
      // A destination removed meanwhile needs no secret.
      else if (sealed.error.kind !== 'refused') throw failureOf(sealed.error);
      else if (sealed.error.status !== 404) {
        result.failed += 1;
        output.note(`${name}: ${sealed.error.message}`);
      }
    }
    for (const account of accounts) {
      await reencrypt(`Stripe of account ${account}`, stripePath(account, '/reencrypt-secret'));
      for (const id of await destinationsOf(api, account)) {
        await reencrypt(id, destinationPath(id, 'reencrypt-secret'));
        result.destinations += 1;
        if (result.destinations % noteEvery === 0) output.note(`${result.destinations} destinations …`);
      }
    }
    output.record(result);
    const { destinations, changed, failed } = result;
    output.print(
      `${counted(destinations, 'destination')}, and the payment providers of ${counted(accounts.length, 'account')}: ` +
        `${changed} re-encrypted, ${failed} failed.`,
    );
    if (failed > 0) context.exitWith(exitCodes.refused);
  });
}

async function allAccounts(api: ApiClient): Promise<string[]> {
  const accounts = await readPages(Infinity, async (query) =>
    valueOf(await api.call({ method: 'GET', path: '/api/admin/v1/accounts', query }, Accounts)),
  );
  return accounts.map(({ id }) => id);
}

async function destinationsOf(api: ApiClient, account: string): Promise<string[]> {
  const path = `/api/admin/v1/accounts/${encodeURIComponent(account)}/destinations`;
  const found = await readPages(Infinity, async (query) =>
    valueOf(await api.call({ method: 'GET', path, query }, Destinations)),
  );
  return found.map(({ id }) => id);
}
