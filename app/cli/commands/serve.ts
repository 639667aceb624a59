import type { Command } from 'commander';
import { keepServiceCode } from '../../data-dir/compiled-code.ts';
import { defaultDataDir } from '../../data-dir/default-data-dir.ts';
import type { CliContext } from '../context.ts';
import { withJson } from '../with-json.ts';

/** `formlog serve` */
export function defineServe(command: Command, context: CliContext): void {
  command
    .option('--demo', 'create a demo account with a form and a key at the first start')
    .action(async ({ demo = false, json = false }: { readonly demo?: boolean; readonly json?: boolean }) => {
      // Before the modules that read the settings, because Node keeps only what it compiles later.
      keepServiceCode(context.env['DATA_DIR'] ?? defaultDataDir);
      // Loaded on demand: the help needs no part of the service.
      const { serve } = await import('../../serve/serve.ts');
      context.exitWith(await serve({ demo, json, env: context.env }));
    });
  withJson(command, 'serve --demo');
}
