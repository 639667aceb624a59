import type { Command } from 'commander';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { type Column, printList } from '../../terminal/output.ts';
import { type Parked, ParkedKeys, Retried } from './responses.ts';
import { pathOf } from './watch-projection.ts';

const columns: readonly Column<Parked>[] = [
  ['generation', ({ generation }) => generation],
  ['parked', ({ scope }) => `${scope.kind} ${scope.id}`, 'whole'],
  ['event', ({ event }) => event.id, 'whole'],
  ['type', ({ event }) => event.type],
  ['events', ({ events }) => events],
  ['since', ({ since }) => since],
  ['cause', ({ cause }) => cause],
  ['reason', ({ reason }) => reason],
];

/** `formlog projections parked` and `formlog projections retry` */
export function addParked(projections: Command, context: CliContext): void {
  withService(
    projections
      .command('parked')
      .description('list the parked documents, accounts and streams of a projection, with reasons')
      .argument('<name>', 'the name of the projection or process manager'),
    'projections parked submissions',
  ).action(async (name: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const { data } = await api.get(pathOf(name, '/parked'), ParkedKeys);
    printList(output, data, columns, `${name} has nothing parked.`);
  });

  withService(
    projections
      .command('retry')
      .description('retry the parked keys of a projection')
      .argument('<name>', 'the name of the projection or process manager')
      .option('--event <id>', 'only keys parked at this event'),
    'projections retry submissions',
  ).action(async (name: string, options: CommonOptions & { readonly event?: string }) => {
    const { api, output } = openSession(context, options);
    const body = { event_id: options.event };
    const path = pathOf(name, '/retries');
    const retried = await api.post(path, Retried, body);
    output.record(retried);
    output.print(`${retried.keys} parked keys of ${name} will be retried.`);
  });
}
