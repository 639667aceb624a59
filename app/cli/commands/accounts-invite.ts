import type { Command } from 'commander';
import { SignUpInvitation } from '../../../api/contract/accounts/sign-up-invitations.ts';
import { response } from '../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../context.ts';
import { printItem } from '../terminal/output.ts';
import { noteOfSent } from './members.ts';

const Sent = response(SignUpInvitation, 'email', 'expires_at', 'mailed');

/** `formlog accounts invite` */
export function addInvite(accounts: Command, context: CliContext): void {
  withService(
    accounts
      .command('invite')
      .description('invite a person to open an account by mail; without a mail server, print the link')
      .argument('<email>', 'the address of the person'),
    'accounts invite ada@example.com',
  ).action(async (email: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const sent = await api.post('/api/admin/v1/sign-up-invitations', Sent, { email });
    printItem(output, sent, [
      ['e-mail', ({ email: address }) => address, 'whole'],
      ['expires', ({ expires_at: at }) => at],
      ['link', ({ link }) => link, 'whole'],
    ]);
    output.note(noteOfSent(sent));
  });
}
