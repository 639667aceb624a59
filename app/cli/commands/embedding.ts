import type { Command } from 'commander';
import { Embedding as EmbeddingSchema } from '../../../api/contract/forms/embedding.ts';
import { response } from '../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../context.ts';
import { misused } from '../failure.ts';

const Embedding = response(EmbeddingSchema, 'origins');

interface EmbeddingOptions extends CommonOptions {
  readonly all?: boolean;
  readonly none?: boolean;
}

/** `formlog accounts embedding` */
export function addEmbedding(accounts: Command, context: CliContext): void {
  withService(
    accounts
      .command('embedding')
      .description('show or change the sites whose pages may show the forms of an account')
      .argument('[origins...]', 'the sites, such as https://www.example.com; without any, they are shown')
      .option('--all', 'permit the pages of every site')
      .option('--none', 'permit the pages of no site'),
    'accounts embedding https://www.example.com https://example.org',
  ).action(async (given: readonly string[], { all = false, none = false, ...options }: EmbeddingOptions) => {
    if ([given.length > 0, all, none].filter(Boolean).length > 1)
      throw misused('Give either sites, or --all, or --none.');
    const { api, accountPath, output } = openSession(context, options);
    const path = await accountPath('embedding');
    const isRead = given.length === 0 && !all && !none;
    const { origins } = isRead
      ? await api.get(path, Embedding)
      : await api.put(path, Embedding, { origins: all ? null : given });
    output.record({ origins });
    if (origins === null) output.print('The pages of every site may show the forms.');
    else if (origins.length === 0) output.print('The pages of no site may show the forms.');
    else output.print(`Only the pages of these sites may show the forms:\n${origins.join('\n')}`);
  });
}
