import type { Command } from 'commander';
import type { Static } from 'typebox';
import { deliveryStatuses } from '../../../domain/delivery/decider.ts';
import { Deliveries, Delivery, type Attempt } from '../answers.ts';
import { addGroup, openSession, withService, type CliContext, type CommonOptions } from '../context.ts';
import { valueOf } from '../explain.ts';
import { integerFrom, oneOf } from '../option-values.ts';
import { printItem, printList, type Column } from '../output.ts';
import { readPages } from '../pages.ts';

const columns: readonly Column<Static<typeof Delivery>>[] = [
  ['id', ({ id }) => id],
  ['event', ({ kind }) => kind],
  ['status', ({ status }) => status],
  ['attempts', ({ attempt_count }) => attempt_count],
  ['next attempt', ({ next_attempt_at }) => next_attempt_at],
  ['created', ({ created_at }) => created_at],
];

const detailColumns: readonly Column<Static<typeof Delivery>>[] = [
  ...columns,
  ['destination', ({ destination_id }) => destination_id],
  ['form', ({ form_id }) => form_id],
  ['submission', ({ submission_id }) => submission_id],
];

const attemptColumns: readonly Column<Attempt>[] = [
  ['attempt', ({ attempt }) => attempt],
  ['started', ({ started_at }) => started_at],
  ['took', ({ duration_ms }) => `${Math.round(duration_ms)} ms`],
  ['outcome', ({ outcome }) => (outcome.kind === 'response' ? `HTTP ${outcome.status}` : outcome.message)],
  ['next attempt', ({ next_attempt_at }) => next_attempt_at],
];

interface ListOptions extends CommonOptions {
  readonly destination?: string;
  readonly status?: string;
  readonly limit: number;
}

/** `formlog deliveries …` */
export function addDeliveries(program: Command, context: CliContext): void {
  const deliveries = addGroup(
    program,
    'deliveries',
    'webhooks that were sent, or will be',
    'deliveries list --status pending',
  );

  withService(
    deliveries
      .command('list')
      .description('list the deliveries, newest first')
      .option('--destination <id>', 'only those to this destination')
      .option(
        '--status <status>',
        `only those that are ${deliveryStatuses.join(', ')}`,
        oneOf(deliveryStatuses),
      )
      .option('--limit <number>', 'how many at most', integerFrom(1, 100_000), 50),
    'deliveries list --status pending',
  ).action(async ({ destination, status, limit, ...options }: ListOptions) => {
    const { api, accountId, output } = openSession(context, options);
    const path = `/api/admin/v1/accounts/${encodeURIComponent(await accountId())}/deliveries`;
    const query = { destination_id: destination, status };
    const items = await readPages(limit, async (page) =>
      valueOf(await api.call({ method: 'GET', path, query: { ...query, ...page } }, Deliveries)),
    );
    printList(output, items, columns, 'There is no such delivery.');
  });

  withService(
    deliveries
      .command('show')
      .description('show a delivery with every attempt')
      .argument('<id>', 'the id of the delivery'),
    'deliveries show 4fJkZ0qJ2mXr8sVtYb1c',
  ).action(async (id: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const path = `/api/admin/v1/deliveries/${encodeURIComponent(id)}`;
    const delivery = valueOf(await api.call({ method: 'GET', path }, Delivery));
    printItem(output, delivery, detailColumns);
    // With --json the attempts are in the delivery.
    if (output.json) return;
    output.say('');
    printList(output, delivery.attempts ?? [], attemptColumns, 'No attempt has been made yet.');
  });
}
