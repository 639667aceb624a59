import type { Command } from 'commander';
import { webhookKinds } from '../../../../domain/destination/events.ts';
import { Recoverable, Recoveries, Recovery } from '../../answers.ts';
import {
  addGroup,
  openSession,
  withProjection,
  withService,
  type CliContext,
  type CommonOptions,
  type OfCopy,
} from '../../context.ts';
import { valueOf } from '../../explain.ts';
import { integerFrom, timestamp, logPoint, oneOf } from '../../option-values.ts';
import { printItem, printList, type Column } from '../../output.ts';
import { readPages } from '../../pages.ts';
import { watchRecovery } from './watch-recovery.ts';

const columns: readonly Column<Recovery>[] = [
  ['id', ({ id }) => id, 'whole'],
  ['destination', ({ destination_id }) => destination_id ?? 'all', 'whole'],
  ['status', ({ status, paused_because }) => (paused_because ? `${status} (${paused_because})` : status)],
  ['total', ({ total }) => total],
  ['sent again', ({ replayed }) => replayed],
  ['passed over', ({ passed_over }) => passed_over],
  ['per second', ({ per_second }) => per_second],
  ['created', ({ created_at }) => created_at],
];

interface RecoverOptions extends CommonOptions {
  readonly destination?: string;
  readonly since: string;
  readonly until?: string;
  readonly event?: string;
  readonly form?: string;
  readonly perSecond?: number;
  readonly dryRun?: boolean;
  readonly wait: boolean;
}

/** `formlog deliveries recover` */
export function addRecover(deliveries: Command, context: CliContext): void {
  withService(
    deliveries
      .command('recover')
      .description('send again all deliveries that failed, were exhausted or were skipped since a time')
      .requiredOption(
        '--since <time>',
        'only events since a time, a duration ago (2h) or a log position',
        logPoint,
      )
      .option('--until <time>', 'only events before a time', timestamp)
      .option('--destination <id>', 'only to this destination (default: all enabled destinations)')
      .option('--event <kind>', `only this event: ${webhookKinds.join(', ')}`, oneOf(webhookKinds))
      .option('--form <id>', 'only deliveries about this form')
      .option('--per-second <number>', 'maximum deliveries per second', integerFrom(1, 1_000))
      .option('--dry-run', 'count the deliveries without sending them')
      .option('--no-wait', 'do not wait for the end'),
    'deliveries recover --destination 9pQr8StU7vWx6YzA5bCd --since 2h',
  ).action(async (options: RecoverOptions) => {
    const { api, accountId, output } = openSession(context, options);
    const { destination, since, until, event, form, perSecond } = options;
    const account = `/api/admin/v1/accounts/${encodeURIComponent(await accountId())}`;
    const selected = { destination_id: destination, since, until, kind: event, form_id: form };
    if (options.dryRun === true) {
      const path = `${account}/recoverable`;
      const found = valueOf(await api.call({ method: 'GET', path, query: selected }, Recoverable));
      output.record(found);
      const { total, failed, exhausted, skipped } = found;
      output.say(
        `${total} would be sent again: ${failed} failed, ${exhausted} exhausted, ${skipped} skipped.`,
      );
      return;
    }
    const body = { ...selected, per_second: perSecond };
    const call = { method: 'POST', path: `${account}/recoveries`, body } as const;
    const recovery = valueOf(await api.call(call, Recovery));
    output.note(`Recovery ${recovery.id}: ${recovery.total} deliveries, ${recovery.per_second} per second.`);
    if (options.wait) return watchRecovery(api, recovery.id, output, context);
    output.record(recovery);
    output.say(`Watch it with: formlog recoveries watch ${recovery.id}`);
  });
}

const actions = {
  pause: 'pause a recovery',
  resume: 'resume a paused recovery',
  cancel: 'cancel a recovery; deliveries already sent stay sent',
} as const;

/** `formlog recoveries …` */
export function addRecoveries(program: Command, context: CliContext): void {
  const recoveries = addGroup(
    program,
    'recoveries',
    'recoveries, begun by "deliveries recover"',
    'recoveries watch 6uVw7XyZ8aBc9DeF0gHi',
  );

  withService(
    withProjection(recoveries.command('list').description('list the recoveries, newest first')).option(
      '--limit <number>',
      'the maximum number of rows',
      integerFrom(1, 100_000),
      50,
    ),
    'recoveries list',
  ).action(async ({ limit, projection, ...options }: CommonOptions & OfCopy & { readonly limit: number }) => {
    const { api, accountId, output } = openSession(context, options);
    const path = `/api/admin/v1/accounts/${encodeURIComponent(await accountId())}/recoveries`;
    const items = await readPages(limit, async (page) =>
      valueOf(await api.call({ method: 'GET', path, query: { projection, ...page } }, Recoveries)),
    );
    printList(output, items, columns, 'No recoveries found. Begin one with "formlog deliveries recover".');
  });

  withService(
    recoveries
      .command('watch')
      .description('show the progress of a recovery until its end or Ctrl-C')
      .argument('<id>', 'the id of the recovery'),
    'recoveries watch 6uVw7XyZ8aBc9DeF0gHi',
  ).action(async (id: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    await watchRecovery(api, id, output, context);
  });

  for (const [action, description] of Object.entries(actions))
    withService(
      recoveries.command(action).description(description).argument('<id>', 'the id of the recovery'),
      `recoveries ${action} 6uVw7XyZ8aBc9DeF0gHi`,
    ).action(async (id: string, options: CommonOptions) => {
      const { api, output } = openSession(context, options);
      const path = `/api/admin/v1/recoveries/${encodeURIComponent(id)}/${action}`;
      printItem(output, valueOf(await api.call({ method: 'POST', path }, Recovery)), columns);
    });
}
