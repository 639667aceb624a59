import type { CommandDeps } from '../../commands/deps.ts';

/** A process that stops right before it first writes to a stream, until it may go on. */
export function pausing(deps: CommandDeps, streamPrefix: string) {
  const reached = gate();
  const resumed = gate();
  const { execute } = deps.aggregates;
  const aggregates: CommandDeps['aggregates'] = {
    ...deps.aggregates,
    async execute(decider, stream, ...rest) {
      if (stream.startsWith(streamPrefix)) {
        reached.open();
        await resumed.opened;
      }
      return execute(decider, stream, ...rest);
    },
  };
  return { deps: { ...deps, aggregates }, reached: reached.opened, go: resumed.open };
}

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}
