import type { Command } from 'commander';
import { ConsoleTicket } from '../answers.ts';
import { valueOf } from '../client/explain.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../context.ts';
import { printItem } from '../terminal/output.ts';

/** `formlog console` */
export function addConsole(program: Command, context: CliContext): void {
  withService(
    program.command('console').description('print a link that signs you in to the console, once'),
    'console',
  ).action(async (options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const ticket = valueOf(
      await api.call({ method: 'POST', path: '/api/admin/v1/console-tickets' }, ConsoleTicket),
    );
    printItem(output, ticket, [
      ['url', ({ url }) => url],
      ['expires', ({ expires_at: at }) => at],
    ]);
  });
}
