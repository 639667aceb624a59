import { randomUUID } from 'node:crypto';
import operations, {
  type ScavengeResp,
  type StopScavengeReq,
} from '@eventstore/db-client/generated/operations_pb.js';
import { scavengeNotFound } from '../errors.ts';
import type { ScavengeLog } from './scavenge-log.ts';
import type { ScavengeStateFile } from './scavenge-state.ts';

const { ScavengeResp: Response } = operations;
const { ScavengeResult } = Response;

interface Running {
  readonly id: string;
  stopped: boolean;
}

export interface Scavenging {
  readonly log: ScavengeLog;
  readonly state: ScavengeStateFile;
  /** Removes unreadable events until the scavenge is stopped. @returns the number of removed events */
  readonly remove: (stopped: () => boolean) => Promise<number>;
  /** Whether a crash ended a scavenge. */
  readonly isInterrupted: () => boolean;
  readonly closing: AbortSignal;
  /** Starts scavenges at this interval, in milliseconds. */
  readonly everyMs: number | undefined;
}

/**
 * Starts and stops scavenges of a node, one at a time. As in the real server, each requested scavenge records its
 * start and end, and goes to a scavenge point: to that of the last scavenge, if it was stopped; else to the newest
 * point, if the node has not completed it; else to a new point.
 */
export function createScavenger({ log, state, remove, isInterrupted, closing, everyMs }: Scavenging) {
  let running: Running | undefined;

  async function pointFor(): Promise<number> {
    const { done, left } = state.read();
    if (left) return left.point;
    const newest = log.newestPoint();
    return newest > done ? newest : log.addPoint();
  }

  async function run(current: Running): Promise<void> {
    const { id } = current;
    await log.started(id);
    const point = await pointFor();
    state.write({ done: state.read().done, left: { id, point } });
    try {
      const removed = await remove(() => current.stopped || closing.aborted);
      if (closing.aborted) return;
      if (!current.stopped) state.write({ done: point, left: null });
      await log.completed(id, current.stopped ? 'Stopped' : 'Success', { removed });
    } catch (error) {
      await log.completed(id, 'Errored', { error: error instanceof Error ? error.message : String(error) });
    }
  }

  function begin(work: (current: Running) => Promise<unknown>): Running {
    const current = { id: randomUUID(), stopped: false };
    running = current;
    work(current)
      // The next scavenge repeats everything.
      .catch((error: unknown) => process.emitWarning(`scavenge failed: ${String(error)}`))
      .finally(() => (running = undefined));
    return current;
  }

  const beginScheduled = (): void => {
    if (!running) begin((current) => remove(() => current.stopped || closing.aborted));
  };

  /** A scavenge that a crash ended has no end in the log, and may have left bytes in the file. */
  async function resume(current: Running): Promise<void> {
    const { left } = state.read();
    if (left) await log.completed(left.id, 'Interrupted', { error: 'The node was restarted.' });
    if (isInterrupted()) await remove(() => current.stopped || closing.aborted);
  }
  if (state.read().left || isInterrupted()) begin(resume);
  if (everyMs !== undefined) {
    const timer = setInterval(beginScheduled, everyMs);
    closing.addEventListener('abort', () => clearInterval(timer));
  }

  return {
    start(): ScavengeResp {
      if (running) return response(running.id, ScavengeResult.INPROGRESS);
      return response(begin(run).id, ScavengeResult.STARTED);
    },
    /** @throws CallError if no scavenge with this id is running */
    stop(request: StopScavengeReq): ScavengeResp {
      const id = request.getOptions()?.getScavengeId() ?? '';
      if (running?.id !== id) throw scavengeNotFound(id);
      running.stopped = true;
      return response(id, ScavengeResult.STOPPED);
    },
  };
}

const response = (
  id: string,
  result: ScavengeResp['getScavengeResult'] extends () => infer R ? R : never,
): ScavengeResp => new Response().setScavengeId(id).setScavengeResult(result);
