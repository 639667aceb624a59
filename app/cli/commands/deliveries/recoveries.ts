import type { Command } from 'commander';
import { recoverableStatuses, undeliveredStatuses } from '../../../../domain/delivery/decider.ts';
import { webhookKinds } from '../../../../domain/destination/events.ts';
import {
  type CliContext,
  type CommonOptions,
  type OfCopy,
  openSession,
  withLimit,
  withProjection,
  withService,
} from '../../context.ts';
import { integerFrom, listFrom, logPoint, oneOf, timestamp } from '../../input/option-values.ts';
import { type Column, printItem, printList } from '../../terminal/output.ts';
import { withExample } from '../../with-json.ts';
import {
  cancellationJob,
  completedCount,
  Recoverable,
  Recovery,
  type RecoveryJob,
  recoveryJob,
  watchRecovery,
} from './watch-recovery.ts';

const columnsOf = ({ done }: RecoveryJob): readonly Column<Recovery>[] => [
  ['id', ({ id }) => id, 'whole'],
  ['destination', ({ destination_id }) => destination_id ?? 'all', 'whole'],
  ['status', ({ status, paused_because }) => (paused_because ? `${status} (${paused_because})` : status)],
  ['total', ({ total }) => total],
  [done, completedCount],
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
  readonly status?: readonly (typeof recoverableStatuses)[number][];
  readonly perSecond?: number;
  readonly dryRun?: boolean;
  readonly wait: boolean;
}

/** `formlog deliveries recover` */
export function addRecover(deliveries: Command, context: CliContext): void {
  withService(
    deliveries
      .command('recover')
      .description(
        'send failed, exhausted and skipped deliveries of events since a time again, or pending ones now',
      )
      .requiredOption(
        '--since <time>',
        'only events since a time, a duration ago (2h) or a log position',
        logPoint,
      )
      .option('--until <time>', 'only events before a time', timestamp)
      .option('--destination <id>', 'only to this destination (default: all enabled destinations)')
      .option('--event <kind>', `only this event: ${webhookKinds.join(', ')}`, oneOf(webhookKinds))
      .option('--form <id>', 'only deliveries about this form')
      .option(
        '--status <list>',
        `only these statuses: ${recoverableStatuses.join(', ')} (default: all but pending, which waits)`,
        listFrom(recoverableStatuses),
      )
      .option('--per-second <number>', 'maximum deliveries per second', integerFrom(1, 1_000))
      .option('--dry-run', 'count the deliveries without sending them')
      .option('--no-wait', 'do not wait for the end'),
    'deliveries recover --destination 9pQr8StU7vWx6YzA5bCd --since 2h',
  ).action(async (options: RecoverOptions) => {
    const { api, accountPath, output } = openSession(context, options);
    const { destination, since, until, event, form, status, perSecond } = options;
    const account = await accountPath();
    const selected = { destination_id: destination, since, until, kind: event, form_id: form };
    if (options.dryRun === true) {
      const path = `${account}/recoverable`;
      const query = { ...selected, statuses: status?.join(',') };
      const found = await api.get(path, Recoverable, query);
      output.record(found);
      const counts = (status ?? undeliveredStatuses).map((one) => `${found[one] ?? 0} ${one}`);
      output.print(`${found.total} would be sent again: ${counts.join(', ')}.`);
      return;
    }
    const body = { ...selected, statuses: status, per_second: perSecond };
    const recovery = await api.post(`${account}/recoveries`, Recovery, body);
    output.note(`Recovery ${recovery.id}: ${recovery.total} deliveries, ${recovery.per_second} per second.`);
    if (options.wait) return watchRecovery(api, recoveryJob, recovery.id, output, context);
    output.record(recovery);
    output.print(`Watch it with: formlog recoveries watch ${recovery.id}`);
  });
}

/** `formlog recoveries …` */
export const defineRecoveries = (group: Command, context: CliContext): void =>
  defineJob(group, context, recoveryJob, {
    none: 'No recoveries found. Start one with "formlog deliveries recover".',
    cancel: 'cancel a recovery; deliveries already sent stay sent',
  });

/** `formlog cancellations …` */
export const defineCancellations = (group: Command, context: CliContext): void =>
  defineJob(group, context, cancellationJob, {
    none: 'No cancellations found. Start one with "formlog deliveries cancel".',
    cancel: 'stop a cancellation; deliveries already cancelled stay cancelled',
  });

interface Words {
  readonly none: string;
  readonly cancel: string;
}

function defineJob(group: Command, context: CliContext, job: RecoveryJob, words: Words): void {
  const { name, noun } = job;
  const example = '6uVw7XyZ8aBc9DeF0gHi';
  const columns = columnsOf(job);
  withExample(group, `${name} watch ${example}`);

  withService(
    withLimit(withProjection(group.command('list').description(`list the ${name}, newest first`))),
    `${name} list`,
  ).action(async ({ limit, projection, ...options }: CommonOptions & OfCopy & { readonly limit: number }) => {
    const { api, accountPath, output } = openSession(context, options);
    const path = await accountPath(name);
    const items = await api.list(path, Recovery, { projection }, limit);
    printList(output, items, columns, words.none);
  });

  withService(
    group
      .command('watch')
      .description(`show the progress of a ${noun} until its end or Ctrl-C`)
      .argument('<id>', `the id of the ${noun}`),
    `${name} watch ${example}`,
  ).action(async (id: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    await watchRecovery(api, job, id, output, context);
  });

  const changes = { pause: `pause a ${noun}`, resume: `resume a paused ${noun}`, cancel: words.cancel };
  for (const [change, description] of Object.entries(changes))
    withService(
      group.command(change).description(description).argument('<id>', `the id of the ${noun}`),
      `${name} ${change} ${example}`,
    ).action(async (id: string, options: CommonOptions) => {
      const { api, output } = openSession(context, options);
      const path = `/api/admin/v1/${name}/${encodeURIComponent(id)}/${change}`;
      printItem(output, await api.post(path, Recovery), columns);
    });
}
