import type { Command } from 'commander';
import { ConsoleTicket } from '../answers.ts';
import { valueOf } from '../client/explain.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../context.ts';
import { printItem } from '../terminal/output.ts';

/** `formlog console` */
export function defineConsole(command: Command, context: CliContext): void {
  withService(command, 'console').action(async (options: CommonOptions) => {
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
