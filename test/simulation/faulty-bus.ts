import { setTimeout as delay } from 'node:timers/promises';
import type { AttemptRequest, Bus, NoReply, Reply } from '../../dispatcher/bus/bus.ts';
import type { Process } from './process.ts';
import type { Random } from './random.ts';

export interface BusFaults {
  /** Chances for one message. */
  readonly lost: number;
  readonly doubled: number;
  readonly delayed: number;
  /** That a request for a first attempt names the origin of another delivery. */
  readonly mistaken: number;
}

/** A bus that loses, delays and doubles what it carries, and is down at times. */
export interface FaultyBus {
  of(process: Process): Pick<Bus, 'request' | 'serve'>;
  setDown(isDown: boolean): void;
}

type Handle = (request: AttemptRequest) => Promise<Reply>;

/** Messages may come so late that nobody waits for them any more. */
const longestDelayMs = 120_000;

/** @param count called for each fault that only the bus knows */
export function openFaultyBus(
  random: Random,
  faults: BusFaults,
  isCalm: () => boolean,
  count: (what: string) => void,
): FaultyBus {
  const workers = new Map<Handle, Process>();
  let isDown = false;
  const down = (): boolean => isDown;
  const strikes = (chance: number): boolean => !isCalm() && random.chance(chance);

  let before: AttemptRequest['origin'];
  /** As a sender that mixes up two deliveries would send it, or somebody who should not be on the bus. */
  function mistaken(request: AttemptRequest): AttemptRequest {
    const { origin } = request;
    const other = before;
    before = origin ?? before;
    if (!origin || !other || !strikes(faults.mistaken)) return request;
    count('request with the origin of another');
    return { ...request, origin: other };
  }

  /** Resolves with the answer of some worker, if it comes. */
  async function carry(request: AttemptRequest): Promise<Reply | NoReply | null> {
    if (strikes(faults.delayed)) await delay(random.between(1, longestDelayMs));
    else await delay(random.between(0, 3));
    if (down() || strikes(faults.lost)) return null;
    const listening = [...workers].filter(([, process]) => process.isAlive()).map(([handle]) => handle);
    if (listening.length === 0) return { result: 'no worker' };
    const reply = await random.pick(listening)(mistaken(request));
    return down() || strikes(faults.lost) ? null : reply;
  }

  return {
    setDown: (toDown) => (isDown = toDown),
    of: (process) => ({
      async request(request, timeoutMs) {
        await process.travel();
        const limit = new AbortController();
        if (strikes(faults.doubled)) void carry(request);
        const reply = await Promise.race([
          carry(request).then((answer) => answer ?? delay(timeoutMs, null, { signal: limit.signal })),
          delay(timeoutMs, null, { signal: limit.signal }),
        ]).finally(() => limit.abort());
        await process.travel();
        return reply ?? { result: 'timeout' };
      },
      serve(handle) {
        workers.set(handle, process);
        return {
          async stop() {
            workers.delete(handle);
          },
        };
      },
    }),
  };
}
