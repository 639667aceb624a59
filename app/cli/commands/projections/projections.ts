import type { Command } from 'commander';
import { Anything } from '../../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { exitCodes } from '../../failure.ts';
import { integerFrom } from '../../input/option-values.ts';
import { withExample } from '../../with-json.ts';
import { addBuilds } from './build-projections.ts';
import { addParked } from './parked-keys.ts';
import { addStatus } from './projection-status.ts';
import { addRealign } from './realign.ts';
import { Document, Projection } from './responses.ts';
import { pathOf, watchProjection } from './watch-projection.ts';

/** `formlog projections …` */
export function defineProjections(projections: Command, context: CliContext): void {
  withExample(projections, 'projections status');

  addStatus(projections, context);
  addBuilds(projections, context);
  addParked(projections, context);
  addRealign(projections, context);

  withService(
    projections
      .command('verify')
      .description('compare a read model with a new fold of the log; exit code 1 if they differ')
      .argument('<name>', 'the name of the read model')
      .option('--sample <number>', 'compare about this number of documents', integerFrom(1, 1_000_000)),
    'projections verify deliveries --sample 1000',
  ).action(async (name: string, { sample, ...options }: CommonOptions & { readonly sample?: number }) => {
    const { api, output } = openSession(context, options);
    const path = pathOf(name, '/verify');
    await api.post(path, Projection, { sample });
    const done = await watchProjection(api, output, context.streams, `${name}.verify`, ({ report }) =>
      Boolean(report),
    );
    if (!done?.report) return;
    const { compared, moved_on, different, differences } = done.report;
    output.record(done.report);
    for (const { id, kind, members } of differences)
      output.print(`${id} ${kind} ${members.join(', ')}`.trimEnd());
    output.print(`${compared} compared, ${different} different, ${moved_on} changed meanwhile.`);
    if (different > 0) context.exitWith(exitCodes.refused);
  });

  withService(
    projections
      .command('skip')
      .description('skip an event at which a projection has parked a key; the skip is recorded')
      .argument('<name>', 'the name of the projection')
      .requiredOption('--event <id>', 'the id of the event')
      .requiredOption('--reason <text>', 'why'),
    'projections skip deliveries --event 0c1f7d0e-52a8-4f0e-9c57-0f6f2f7f7f01 --reason "see ticket 12"',
  ).action(
    async (name: string, options: CommonOptions & { readonly event: string; readonly reason: string }) => {
      const { api, output } = openSession(context, options);
      const body = { event_id: options.event, reason: options.reason };
      const skipped = await api.post(pathOf(name, '/skips'), Anything, body);
      output.record(Object(skipped) as object);
      output.print(`${name} skips ${options.event}, now and in every rebuild.`);
    },
  );

  withService(
    projections
      .command('documents')
      .description('print the documents of a read model or a copy as JSON')
      .requiredOption('--projection <name>', 'the name of the read model or copy')
      .option('--limit <number>', 'the maximum number of rows', integerFrom(1, 1_000_000), 50),
    'projections documents --projection late-deliveries',
  ).action(async (options: CommonOptions & { readonly projection: string; readonly limit: number }) => {
    const { api, output } = openSession(context, options);
    const path = pathOf(options.projection, '/documents');
    const items = await api.list(path, Document, { account_id: options.account }, options.limit);
    for (const item of items) {
      output.record(item);
      if (!output.json) output.print(JSON.stringify(item));
    }
  });
}
