import type { Command } from 'commander';
import { ConsoleTicket } from '../../../api/contract/accounts/console-tickets.ts';
import { response } from '../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../context.ts';
import { printItem } from '../terminal/output.ts';

const Ticket = response(ConsoleTicket, 'url', 'expires_at');

/** `formlog console` */
export function defineConsole(command: Command, context: CliContext): void {
  withService(command, 'console').action(async (options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const ticket = await api.post('/api/admin/v1/console-tickets', Ticket);
    printItem(output, ticket, [
      ['url', ({ url }) => url],
      ['expires', ({ expires_at: at }) => at],
    ]);
  });
}
