import type { Command } from 'commander';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { saveArchive } from '../../export/save-archive.ts';

interface AccountOptions extends CommonOptions {
  readonly output: string;
}

/** `formlog export account ID` */
export function addExportAccount(group: Command, context: CliContext): void {
  withService(
    group
      .command('account')
      .description(
        'export everything of an account as a ZIP archive, which "accounts import" reads elsewhere',
      )
      .argument('<id>', 'the id of the account')
      .requiredOption('-o, --output <file>', 'the file to write'),
    'export account acme --output acme.zip',
  ).action(async (id: string, { output: file, ...options }: AccountOptions) => {
    const path = `/api/admin/v1/accounts/${encodeURIComponent(id)}/export`;
    const problems = 'manifest.json';
    await saveArchive({ ...openSession(context, options), ...context }, file, { path, query: {} }, problems);
  });
}
