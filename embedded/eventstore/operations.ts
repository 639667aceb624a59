import operations, {
  type ScavengeResp,
  type StopScavengeReq,
} from '@eventstore/db-client/generated/operations_pb.js';
import { randomUUID } from 'node:crypto';
import { scavengeNotFound } from './errors.ts';
import { scavenge } from './scavenge.ts';
import type { Store } from './store.ts';
import { append, systemEvent } from './write.ts';

const { ScavengeResp: Response } = operations;
const { ScavengeResult } = Response;

interface Running {
  readonly id: string;
  stopped: boolean;
}

/**
 * Starts and stops scavenges, one at a time. As in the real server, each that was asked for tells of its start
 * and end in the stream `$scavenges-<id>`. One that a crash cut short goes on at once.
 * @param everyMs starts one by itself at this interval, in milliseconds
 */
export function createScavenger(store: Store, closing: AbortSignal, everyMs: number | undefined) {
  let running: Running | undefined;

  async function run(current: Running, reporting: boolean): Promise<void> {
    if (reporting) await report(current.id, '$scavengeStarted', {});
    const removed = await scavenge(store, () => current.stopped || closing.aborted);
    if (closing.aborted || !reporting) return;
    await report(current.id, '$scavengeCompleted', {
      result: current.stopped ? 'Stopped' : 'Success',
      removed,
    });
  }

  async function report(scavengeId: string, type: string, details: object): Promise<void> {
    const event = systemEvent(type, true, Buffer.from(JSON.stringify({ scavengeId, ...details })));
    await store.commit((change) => append(change, `$scavenges-${scavengeId}`, 'any', [event]));
  }

  function begin(reporting: boolean): Running {
    const current = { id: randomUUID(), stopped: false };
    running = current;
    run(current, reporting)
      // The stream without its end says that it failed; the next scavenge goes over everything again.
      .catch((error: unknown) => process.emitWarning(`scavenge failed: ${String(error)}`))
      .finally(() => (running = undefined));
    return current;
  }

  const beginUnasked = (): void => {
    if (!running) begin(false);
  };
  if (store.tail().removed) beginUnasked();
  if (everyMs !== undefined) {
    const timer = setInterval(beginUnasked, everyMs);
    closing.addEventListener('abort', () => clearInterval(timer));
  }

  return {
    start(): ScavengeResp {
      if (running) return response(running.id, ScavengeResult.INPROGRESS);
      return response(begin(true).id, ScavengeResult.STARTED);
    },
    /** @throws CallError if no scavenge of that id is running */
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
