import type { Command } from 'commander';
import { type CliContext, withJson } from '../context.ts';

/** `formlog serve` */
export function addServe(program: Command, context: CliContext): void {
  const command = program
    .command('serve')
    .description('run the service; its settings are environment variables')
    .option('--demo', 'create a demo account with a form and a key at the first start')
    .action(async ({ demo = false, json = false }: { readonly demo?: boolean; readonly json?: boolean }) => {
      // Loaded on demand: other commands need no part of the service.
      const { serve } = await import('../../serve/serve.ts');
      context.exitWith(await serve({ demo, json, env: context.env }));
    });
  withJson(command, 'serve --demo');
}
