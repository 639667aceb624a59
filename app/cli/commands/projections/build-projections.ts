import type { Command } from 'commander';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { misused } from '../../failure.ts';
import { logPoint } from '../../input/option-values.ts';
import { Projection } from './responses.ts';
import { pathOf, watchProjection } from './watch-projection.ts';

interface BuildOptions extends CommonOptions {
  readonly wait: boolean;
}

interface ReplayOptions extends BuildOptions {
  readonly from?: string;
  readonly to?: string;
  readonly into?: string;
}

/** `formlog projections rebuild`, `replay`, `rollback` and `drop`: what makes generations of a read model, and removes them. */
export function addBuilds(projections: Command, context: CliContext): void {
  addRebuild(projections, context);
  addReplay(projections, context);
  addRollback(projections, context);
  addDrop(projections, context);
}

const progressHint = (name: string): string =>
  `In progress. "formlog projections status ${name}" shows the progress.`;

const withWait = (command: Command, example: string): Command =>
  withService(command.option('--no-wait', 'do not wait for the end'), example);

function addRebuild(projections: Command, context: CliContext): void {
  withWait(
    projections
      .command('rebuild')
      .description('build a new generation of a read model, then switch to it')
      .argument('<name>', 'the name of the read model'),
    'projections rebuild submissions',
  ).action(async (name: string, options: BuildOptions) => {
    await build(context, name, '/rebuild', options);
  });
}

function addReplay(projections: Command, context: CliContext): void {
  withWait(
    projections
      .command('replay')
      .description('replay a read model from a point or, with --into, into a copy')
      .argument('<name>', 'the name of the read model')
      .option('--from <point>', 'a log position, a time, or a duration ago, such as 2h', logPoint)
      .option('--to <point>', 'the end of a copy (default: the position of the read model)', logPoint)
      .option('--into <name>', 'the name of the copy'),
    'projections replay deliveries --from 2h --into late-deliveries',
  ).action(async (name: string, { wait, from, to, into, ...options }: ReplayOptions) => {
    const body = { from, to, into };
    if (into === undefined && from === undefined)
      throw misused('Give the start with --from, or a copy with --into.');
    if (into === undefined && to !== undefined) throw misused('--to requires --into.');
    if (into === undefined) return build(context, name, '/replay', { wait, ...options }, body);
    const { api, output } = openSession(context, options);
    const requested = await api.post(pathOf(name, '/replay'), Projection, body);
    const done = wait
      ? await watchProjection(api, output, context.streams, into, ({ state }) => state === 'ready')
      : null;
    output.record(done ?? requested);
    if (done) output.print(`Read it with "formlog projections documents --projection ${into}".`);
    else if (!wait) output.print(progressHint(into));
  });
}

/** Requests a build and waits until it is active. */
async function build(
  context: CliContext,
  name: string,
  action: string,
  { wait, ...options }: BuildOptions,
  body?: object,
): Promise<void> {
  const { api, output } = openSession(context, options);
  const requested = await api.post(pathOf(name, action), Projection, body);
  const generationId = requested.generations.find(({ state }) => state === 'building')?.id;
  const done = wait
    ? await watchProjection(
        api,
        output,
        context.streams,
        name,
        ({ generation }) => generation === generationId,
      )
    : null;
  output.record(done ?? requested);
  if (done)
    output.print(
      `${done.generation} is now the active generation of ${name}; the former one is kept until it is dropped.`,
    );
  else if (!wait) output.print(progressHint(name));
}

function addRollback(projections: Command, context: CliContext): void {
  withService(
    projections
      .command('rollback')
      .description('switch back to the previous generation')
      .argument('<name>', 'the name of the read model'),
    'projections rollback submissions',
  ).action(async (name: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const before = await api.post(pathOf(name, '/rollback'), Projection);
    const done = await watchProjection(
      api,
      output,
      context.streams,
      name,
      ({ generation }) => generation !== before.generation,
    );
    if (!done) return;
    output.record(done);
    output.print(`${done.generation} is now the active generation of ${name}.`);
  });
}

function addDrop(projections: Command, context: CliContext): void {
  withService(
    projections
      .command('drop')
      .description('remove the unused generations of a read model, or a copy')
      .argument('<name>', 'the name of the read model or copy'),
    'projections drop submissions',
  ).action(async (name: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const before = await api.get(pathOf(name), Projection);
    const after = await api.post(pathOf(name, '/drop'), Projection);
    output.record(after);
    const kept = after.generations.filter(({ state }) => state !== 'dropping').map(({ id }) => id);
    const removed = before.generations.map(({ id }) => id).filter((id) => !kept.includes(id));
    output.print(
      removed.length === 0
        ? `Nothing to remove: every generation of ${name} is in use.`
        : `Will be removed within seconds: ${removed.join(', ')}.`,
    );
  });
}
