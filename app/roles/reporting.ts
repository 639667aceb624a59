import type { WatchedReporter } from '../health/watch-runners.ts';
import type { Service } from '../service/service.ts';

/** Publishes the reports of a runner, and adds those that count to the health of this process. */
export function reporting(
  { board, runnerWatch, projectionStates }: Pick<Service, 'board' | 'runnerWatch' | 'projectionStates'>,
  id: string,
  name: string,
  counts = () => true,
): WatchedReporter {
  const part = `projection ${id}`;
  const { onState, ...others } = runnerWatch.follower(part, id, board.reporterOf(id), counts);
  return {
    onState(reported) {
      if (counts()) projectionStates.set(name, reported.state);
      onState(reported);
    },
    ...others,
  };
}
