import type { Command } from 'commander';
import {
  ParkedDestination,
  ParkedDestinationsRetried,
} from '../../../../api/contract/webhooks/parked-destinations.ts';
import { listOf, response } from '../../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { printList } from '../../terminal/output.ts';

const ParkedDestinations = listOf(
  response(ParkedDestination, 'id', 'reason', 'since', 'retries', 'next_retry_at'),
);
const RetriedDestinations = response(ParkedDestinationsRetried, 'destinations');

const path = '/api/admin/v1/destinations/parked';

/** `formlog destinations parked` and `formlog destinations retry` */
export function addParkedDestinations(destinations: Command, context: CliContext): void {
  withService(
    destinations
      .command('parked')
      .description('list the destinations whose signing secrets cannot be opened, of all accounts'),
    'destinations parked',
  ).action(async (options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const { data } = await api.get(path, ParkedDestinations);
    printList(
      output,
      data,
      [
        ['id', ({ id }) => id, 'whole'],
        ['since', ({ since }) => since],
        ['retries', ({ retries }) => retries],
        ['next retry', ({ next_retry_at }) => next_retry_at],
        ['reason', ({ reason }) => reason],
      ],
      'No destination is parked.',
    );
  });

  withService(
    destinations
      .command('retry')
      .description('try parked destinations again now')
      .argument('[id]', 'the id of the destination (default: all parked destinations)'),
    'destinations retry 4fJkZ0qJ2mXr8sVtYb1c',
  ).action(async (id: string | undefined, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const retried = await api.post(`${path}/retries`, RetriedDestinations, { destination_id: id });
    output.record(retried);
    output.print(`Parked destinations to be retried: ${retried.destinations}.`);
  });
}
