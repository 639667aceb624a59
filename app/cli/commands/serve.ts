import type { Command } from 'commander';
import { type CliContext, withJson } from '../context.ts';

/** `formlog serve` */
export function defineServe(command: Command, context: CliContext): void {
  command
    .option('--demo', 'create a demo account with a form and a key at the first start')
    .action(async ({ demo = false, json = false }: { readonly demo?: boolean; readonly json?: boolean }) => {
      // Loaded on demand: the help needs no part of the service.
      const { serve } = await import('../../serve/serve.ts');
      context.exitWith(await serve({ demo, json, env: context.env }));
    });
  withJson(command, 'serve --demo');
}
