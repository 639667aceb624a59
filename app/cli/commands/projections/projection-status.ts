import type { Command } from 'commander';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { refused } from '../../failure.ts';
import { type Column, type Output, printList } from '../../terminal/output.ts';
import { type Generation, type Projection, Projections } from './responses.ts';

const columns: readonly Column<Projection>[] = [
  ['name', ({ name }) => name, 'whole'],
  ['kind', ({ kind }) => kind],
  ['read', ({ generation }) => (generation === '' ? null : generation)],
  ['state', ({ state }) => state],
  ['position', ({ position }) => position],
  ['behind', behind],
  ['parked', ({ parked }) => (parked ? parked : null)],
  ['per second', ({ kind, rate }) => (kind === 'worker' ? null : rate)],
  ['last error', ({ error }) => error?.message],
];

/** Workers have no position and so no lag. */
function behind({ kind, lag_events, lag_seconds }: Projection): string | null {
  return kind === 'worker' ? null : `${lag_events} events, ${lag_seconds.toFixed(1)} s`;
}

const generationColumns: readonly Column<Generation>[] = [
  ['generation', ({ id }) => id],
  ['state', ({ state }) => state],
  ['position', ({ position }) => position],
  ['of the log', ({ progress }) => `${Math.floor(progress * 100)} %`],
  ['runs in', ({ processes }) => processes.map(({ process, state }) => `${process} (${state})`).join(', ')],
  ['last error', ({ error }) => error?.message],
];

/** `formlog projections status` */
export function addStatus(projections: Command, context: CliContext): void {
  withService(
    projections
      .command('status')
      .description('show all read models, process managers and workers, or the generations of one')
      .argument('[name]', 'the name of a read model, process manager or worker'),
    'projections status deliveries',
  ).action(async (name: string | undefined, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const path = '/api/admin/v1/projections';
    const { data } = await api.get(path, Projections);
    const shown = name === undefined ? data : data.filter((one) => one.name === name);
    if (shown.length === 0)
      throw refused(`${name} does not exist. Choose one of: ${data.map((one) => one.name).join(', ')}.`);
    printList(output, shown, columns, '');
    if (output.json) return;
    const generations = name === undefined ? [] : shown.flatMap((one) => one.generations);
    if (generations.length > 0) {
      output.print('');
      printList(output, generations, generationColumns, '');
    }
    printDetails(output, shown);
  });
}

/** Errors in full, which name an event and the remedy, below the table. */
function printDetails(output: Output, shown: readonly Projection[]): void {
  const lines = shown.flatMap(({ name, doing, error }) => [
    ...(doing ? [`${name}: ${doing.message}`] : []),
    ...(error ? [`${name}, last error: ${error.message}`] : []),
  ]);
  if (lines.length > 0) output.print('');
  for (const line of lines) output.print(line);
}
