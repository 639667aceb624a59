import type { Command } from 'commander';
import * as contract from '../../../api/contract/accounts/accounts.ts';
import { response } from '../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, type Session, withService } from '../context.ts';
import { misused } from '../failure.ts';

const Account = response(contract.Account, 'id');

/** `formlog accounts use` */
export function addUse(accounts: Command, context: CliContext): void {
  withService(
    accounts
      .command('use')
      .description('use an account for all further commands with this service')
      .argument('[id]', 'the id of the account')
      .option('--none', 'forget the account'),
    'accounts use acme',
  ).action(
    async (id: string | undefined, { none, ...options }: CommonOptions & { readonly none?: boolean }) => {
      if ((id === undefined) === (none === undefined))
        throw misused('Give either the id of an account, or --none.');
      const session = openSession(context, options);
      if (id === undefined) {
        session.choice.write(null);
        session.output.record({ account_id: null });
        return session.output.print('No account is chosen.');
      }
      const account = await session.api.get(`/api/admin/v1/accounts/${encodeURIComponent(id)}`, Account);
      session.output.record({ account_id: account.id });
      keepChoice(session, account.id, context);
    },
  );
}

/** Makes an account the one that further commands use. */
export function keepChoice({ choice, output }: Session, id: string, { env }: CliContext): void {
  choice.write(id);
  output.note(`Further commands with this service use account ${id}; --account names another.`);
  if (env['FORMLOG_ACCOUNT'] !== undefined)
    output.note(`FORMLOG_ACCOUNT is set to ${env['FORMLOG_ACCOUNT']} and takes precedence.`);
}
