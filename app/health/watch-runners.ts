import type { StallWatch } from '../../async/stall-watch.ts';
import type { EventLog } from '../../log/event-log.ts';
import type { Progress } from '../../projections/progress/progress.ts';
import type { BoardReporter } from '../../projections/progress/status-board.ts';
import type { RunnerState } from '../../projections/runner/runner.ts';

/** Receives what a runner reports, and its end. */
export type WatchedReporter = BoardReporter & { onEnded(): void };

/** Watches the runners of this process by what they report anyway. */
export interface RunnerWatch {
  /**
   * Watches the runner of a read model or a process manager: while it is behind the log, it has to move.
   * @param id its generation or process manager
   * @param isEssential whether the process cannot serve while it stands still
   */
  follower(part: string, id: string, reporter: BoardReporter, isEssential: () => boolean): WatchedReporter;
  /** Watches a worker that works in turns, of which it reports each. */
  worker(part: string, reporter: BoardReporter): WatchedReporter;
  close(): void;
}

export interface RunnerWatchDeps {
  readonly log: Pick<EventLog, 'head'>;
  readonly progress: Pick<Progress, 'positionOfGeneration'>;
  readonly watch: StallWatch['watch'];
}

const headEveryMs = 5_000;

/** @param everyMs how often the head of the log is read, in milliseconds */
export function watchRunners({ log, progress, watch }: RunnerWatchDeps, everyMs = headEveryMs): RunnerWatch {
  const readHead = headOf(log);
  let timer: NodeJS.Timeout | undefined;
  /** A generation may run several times in the life of a process. */
  const watched = new Map<string, () => void>();

  function follower(part: string, id: string, reporter: BoardReporter, isEssential: () => boolean) {
    timer ??= setInterval(readHead.again, everyMs).unref();
    const { seen, hooks } = recording(reporter);
    watched.get(id)?.();
    const end = watch(part, pendingWork, { isEssential });
    watched.set(id, end);
    function* pendingWork() {
      // A runner that an error has stopped is reported as stopped, and retried.
      if (seen.state === 'catching up') yield ['catching up', seen.steps] as const;
      const position = progress.positionOfGeneration(id) ?? -1n;
      if (seen.state === 'live' && position < readHead.last()) yield ['behind the log', position] as const;
    }
    return hooks;
  }

  function worker(part: string, reporter: BoardReporter) {
    const { seen, hooks } = recording(reporter);
    watch(part, () => (isWorking(seen.state) ? [[seen.doing, seen.steps]] : []));
    return hooks;
  }

  return { follower, worker, close: () => clearInterval(timer) };
}

const isWorking = (state: RunnerState['state']): boolean => state === 'catching up' || state === 'live';

/** The last known head of the log; -1 before it is known. */
function headOf(log: Pick<EventLog, 'head'>) {
  let last = -1n;
  let isReading = false;
  return {
    last: () => last,
    again(): void {
      if (isReading) return;
      isReading = true;
      log
        .head()
        .then((head) => (last = head ?? -1n))
        // An event store that does not answer is reported by its own probe.
        .catch(() => undefined)
        .finally(() => (isReading = false));
    },
  };
}

/** Notes what a runner reports, and passes it on. */
function recording(reporter: BoardReporter) {
  const seen: { state: RunnerState['state']; steps: number; doing: string } = {
    state: 'standby',
    steps: 0,
    doing: '',
  };
  const hooks: WatchedReporter = {
    onState(reported) {
      seen.state = reported.state;
      seen.steps += 1;
      reporter.onState(reported);
    },
    onProgress(count) {
      seen.steps += 1;
      reporter.onProgress(count);
    },
    onActivity(activity) {
      seen.doing = activity?.message ?? '';
      seen.steps += 1;
      reporter.onActivity(activity);
    },
    onEnded: () => void (seen.state = 'standby'),
  };
  return { seen, hooks };
}
