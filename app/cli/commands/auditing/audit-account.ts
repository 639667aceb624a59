import type { Command } from 'commander';
import { eventKinds } from '../../../../domain/sentences/event-kinds.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { integerFrom, oneOf, timestamp } from '../../input/option-values.ts';
import { printList } from '../../terminal/output.ts';
import { eventColumns, saveEvents, withEventFile, WordedEvent } from './worded-events.ts';

interface TrailOptions extends CommonOptions {
  readonly by?: string;
  readonly kind?: string;
  readonly since?: string;
  readonly until?: string;
  readonly oldestFirst?: boolean;
  readonly limit: number;
  readonly output?: string;
}

/** `formlog audit account` */
export function addAuditAccount(group: Command, context: CliContext): void {
  withService(
    withEventFile(
      group
        .command('account')
        .description('list the acts of people and keys in an account, newest first')
        .option('--by <id>', 'only acts of this operator or key')
        .option('--kind <kind>', `only acts of this kind: ${eventKinds.join(', ')}`, oneOf(eventKinds))
        .option('--since <time>', 'only acts since a time or a duration ago (2h)', timestamp)
        .option('--until <time>', 'only acts before a time', timestamp)
        .option('--oldest-first', 'list the oldest acts first')
        .option('--limit <number>', 'the maximum number of acts', integerFrom(1, 1_000_000), 1_000),
    ),
    'audit account --since 1d --by ada',
  ).action(async ({ by, kind, since, until, oldestFirst, limit, output: file, ...options }: TrailOptions) => {
    const { api, accountPath, output } = openSession(context, options);
    const query = { by, kind, since, until, order: oldestFirst ? 'asc' : 'desc' };
    const acts = await api.list(await accountPath('trail'), WordedEvent, query, limit);
    if (file !== undefined) return saveEvents(output, file, acts);
    printList(output, acts, eventColumns, 'No acts found.');
  });
}
