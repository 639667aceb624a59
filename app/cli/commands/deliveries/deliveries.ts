import { type Command, Option } from 'commander';
import { deliveryStatuses } from '../../../../domain/delivery/state.ts';
import { webhookKinds } from '../../../../domain/destination/events.ts';
import { Anything } from '../../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { integerFrom, oneOf, timestamp } from '../../input/option-values.ts';
import { type Column, printItem, printList } from '../../terminal/output.ts';
import { withExample } from '../../with-json.ts';
import { addCancel } from './cancel.ts';
import { type Attempt, Delivery, outcomeText, responseText } from './delivery.ts';
import { followDeliveries } from './follow-deliveries.ts';
import { addRecover } from './recoveries.ts';
import { SentRequests, showRequests } from './show-requests.ts';

const kinds = [...webhookKinds, 'ping'] as const;

/** The status with the reason for it, if there is one. */
function statusText({ status, held, cancelled_because: cancelled }: Delivery): string {
  const reason = held ?? cancelled;
  return reason ? `${status} (${reason.replaceAll('_', ' ')})` : status;
}

const columns: readonly Column<Delivery>[] = [
  ['id', ({ id }) => id, 'whole'],
  ['event', ({ kind }) => kind],
  ['status', statusText],
  ['attempts', ({ attempt_count }) => attempt_count],
  ['last outcome', ({ last_outcome }) => last_outcome && outcomeText(last_outcome)],
  ['next attempt', ({ next_attempt_at }) => next_attempt_at],
  ['created', ({ created_at }) => created_at],
];

const detailColumns: readonly Column<Delivery>[] = [
  ...columns,
  ['destination', ({ destination_id }) => destination_id],
  ['form', ({ form_id }) => form_id],
  ['submission', ({ submission_id }) => submission_id],
  ['cancelled because', ({ cancel_note }) => cancel_note],
];

const attemptColumns: readonly Column<Attempt>[] = [
  ['attempt', ({ attempt }) => attempt],
  ['started', ({ started_at }) => started_at],
  ['took', ({ duration_ms }) => `${Math.round(duration_ms)} ms`],
  ['outcome', ({ outcome }) => outcomeText(outcome)],
  ['response', ({ outcome }) => responseText(outcome)],
  ['next attempt', ({ next_attempt_at }) => next_attempt_at],
];

interface ListOptions extends CommonOptions {
  readonly destination?: string;
  readonly status?: string;
  readonly event?: string;
  readonly form?: string;
  readonly submission?: string;
  readonly since?: string;
  readonly until?: string;
  readonly allAccounts?: boolean;
  readonly follow?: boolean;
  readonly projection?: string;
  readonly limit: number;
}

interface ShowOptions extends CommonOptions {
  readonly requests?: boolean;
  readonly projection?: string;
}

const pathOf = (id: string): string => `/api/admin/v1/deliveries/${encodeURIComponent(id)}`;

/** `formlog deliveries …` */
export function defineDeliveries(deliveries: Command, context: CliContext): void {
  withExample(deliveries, 'deliveries list --status pending');
  addList(deliveries, context);
  addShow(deliveries, context);
  addReplay(deliveries, context);
  addCancel(deliveries, context);
  addRecover(deliveries, context);
}

function addList(deliveries: Command, context: CliContext): void {
  const statuses = deliveryStatuses.join(', ');
  withService(
    deliveries
      .command('list')
      .description('list deliveries, newest first; with --follow, print changes until Ctrl-C')
      .option('--destination <id>', 'only deliveries to this destination')
      .option('--status <status>', `only this status: ${statuses}`, oneOf(deliveryStatuses))
      .option('--event <kind>', `only this event: ${kinds.join(', ')}`, oneOf(kinds))
      .option('--form <id>', 'only deliveries about this form')
      .option('--submission <id>', 'only deliveries about this submission')
      .option('--since <time>', 'only events since a time or a duration ago, such as 2h', timestamp)
      .option('--until <time>', 'only events before a time', timestamp)
      .addOption(new Option('--all-accounts', 'deliveries of all accounts').conflicts('account'))
      .addOption(new Option('--follow', 'print each new or changed delivery').conflicts('projection'))
      .option('--projection <copy>', 'read a copy made by formlog projections replay --into')
      .option('--limit <number>', 'the maximum number of rows', integerFrom(1, 100_000), 50),
    'deliveries list --status failed --since 2h',
  ).action(async (options: ListOptions) => {
    const { api, accountId, output } = openSession(context, options);
    const account_id = options.allAccounts === true ? undefined : await accountId();
    const filters = {
      account_id,
      destination_id: options.destination,
      status: options.status,
      kind: options.event,
      form_id: options.form,
      submission_id: options.submission,
      since: options.since,
      until: options.until,
    };
    const query = { ...filters, projection: options.projection };
    const list = () => api.list('/api/admin/v1/deliveries', Delivery, query, options.limit);
    if (options.follow === true) return followDeliveries(api, filters, list, output);
    printList(output, await list(), columns, 'No deliveries found.');
  });
}

function addShow(deliveries: Command, context: CliContext): void {
  withService(
    deliveries
      .command('show')
      .description('show a delivery with every attempt')
      .argument('<id>', 'the id of the delivery')
      .addOption(
        new Option('--requests', 'show what was sent: address, headers and body of each attempt').conflicts(
          'projection',
        ),
      )
      .option('--projection <copy>', 'read a copy made by formlog projections replay --into'),
    'deliveries show 4fJkZ0qJ2mXr8sVtYb1c --requests',
  ).action(async (id: string, options: ShowOptions) => {
    const { api, output } = openSession(context, options);
    if (options.requests === true)
      return showRequests(output, await api.get(`${pathOf(id)}/requests`, SentRequests));
    const delivery = await api.get(pathOf(id), Delivery, { projection: options.projection });
    printItem(output, delivery, detailColumns);
    // With --json the attempts are in the delivery.
    if (output.json) return;
    output.print('');
    printList(output, delivery.attempts ?? [], attemptColumns, 'No attempt has been made yet.');
  });
}

function addReplay(deliveries: Command, context: CliContext): void {
  withService(
    deliveries
      .command('replay')
      .description('send a delivery again, with the same delivery id, whatever its status')
      .argument('<id>', 'the id of the delivery'),
    'deliveries replay 4fJkZ0qJ2mXr8sVtYb1c',
  ).action(async (id: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const replayed = await api.post(`${pathOf(id)}/replay`, Anything);
    output.record(Object(replayed) as object);
    output.print(`Delivery ${id} is due again. Watch it with: formlog deliveries show ${id}`);
  });
}
