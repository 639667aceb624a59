import type { CommandDeps } from '../../commands/deps.ts';
import type { Aggregates } from '../../log/aggregates.ts';

/** A process that stops right before it first writes to a stream, until it may go on. */
export function pausing(deps: CommandDeps, streamPrefix: string) {
  const reached = gate();
  const resumed = gate();
  const aggregates = beforeWrites(deps.aggregates, async (stream) => {
    if (!stream.startsWith(streamPrefix)) return;
    reached.open();
    await resumed.opened;
  });
  return { deps: { ...deps, aggregates }, reached: reached.opened, go: resumed.open };
}

/** Aggregates that do something right before they run commands against a stream. */
export const beforeWrites = (
  aggregates: Aggregates,
  before: (stream: string) => Promise<void>,
): Aggregates => ({
  ...aggregates,
  async execute(decider, stream, ...rest) {
    await before(stream);
    return aggregates.execute(decider, stream, ...rest);
  },
  async executeAt(decider, stream, ...rest) {
    await before(stream);
    return aggregates.executeAt(decider, stream, ...rest);
  },
});

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}
