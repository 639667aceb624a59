import type { Command } from 'commander';
import Type from 'typebox';
import { Reencrypted } from '../../../../api/contract/webhooks/destination-schemas.ts';
import { counted } from '../../../../domain/check.ts';
import type { Api } from '../../client/api.ts';
import { failureOf } from '../../client/explain.ts';
import { response } from '../../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { exitCodes } from '../../failure.ts';
import { withExample } from '../../with-json.ts';
import { stripePath } from '../stripe.ts';
import { destinationPath } from './destination-options.ts';

/** An account or a destination. */
const Identified = Type.Object({ id: Type.String() });
const Changed = response(Reencrypted, 'changed');
const accountsPath = '/api/admin/v1/accounts';

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
    const accounts = options.account === undefined ? await idsIn(api, accountsPath) : [options.account];
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
      for (const id of await idsIn(api, `${accountsPath}/${encodeURIComponent(account)}/destinations`)) {
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

const idsIn = async (api: Api, path: string): Promise<string[]> =>
  (await api.list(path, Identified)).map(({ id }) => id);
