import type { Command } from 'commander';
import type { CliContext } from '../context.ts';

/** `formlog serve` */
export function addServe(program: Command, context: CliContext): void {
  program
    .command('serve')
    .description('run the service; its settings are environment variables')
    .option('--demo', 'make a demo account with a form and a key on the first start')
    .addHelpText('after', '\nExample:\n  $ PORT=8080 formlog serve --demo')
    .action(async (options: { readonly demo?: boolean }) => {
      // Loaded only here: the other commands need nothing of the service.
      const { serve } = await import('../../serve.ts');
      context.exitWith(await serve({ demo: options.demo === true, env: context.env }));
    });
}
