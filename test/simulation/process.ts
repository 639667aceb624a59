import { setTimeout as delay } from 'node:timers/promises';
import { LogUnavailable } from '../../log/log-errors.ts';
import type { Call } from './memory/memory-leases.ts';
import type { Random } from './random.ts';

/** How badly the world treats its processes; all of them chances for one call, or mean times. */
export interface Chaos {
  /** That the process dies just before the call takes effect, or just after. */
  readonly kill: number;
  /** That the store gives no answer, whether the call took effect or not. */
  readonly outage: number;
  /** That the call takes up to `slowMs`. */
  readonly slow: number;
}

export const slowMs = 2_000;

/** One process: it lives until it is killed, within whatever it was doing. */
export interface Process {
  readonly name: string;
  isAlive(): boolean;
  /** From here on none of its calls takes effect, or is ever answered. */
  kill(): void;
  /** A call to a store. */
  readonly call: Call;
  /** Waits as a call on a network does; never ends for a process that was killed. */
  travel(): Promise<void>;
}

const never = new Promise<never>(() => undefined);

export function openProcess(
  name: string,
  {
    random,
    chaos,
    isCalm,
    onKilled,
  }: {
    random: Random;
    chaos: Chaos;
    isCalm: () => boolean;
    /** Called after chance has killed the process. */
    onKilled: () => void;
  },
): Process {
  let alive = true;

  function kill(): void {
    alive = false;
    onKilled();
  }

  async function travel(): Promise<void> {
    if (random.chance(chaos.slow)) await delay(random.between(1, slowMs));
    else if (random.chance(0.1)) await delay(random.between(1, 20));
    if (!alive) await never;
  }

  async function call<T>(effect: () => T): Promise<T> {
    await travel();
    const fate = isCalm() ? 1 : random.next();
    if (fate < chaos.kill / 2) {
      kill();
      return never;
    }
    if (fate > 1 - chaos.outage / 2 && !isCalm()) throw new LogUnavailable('lost on its way there');
    const result = effect();
    if (fate < chaos.kill) {
      kill();
      return never;
    }
    await travel();
    if (fate > 1 - chaos.outage && !isCalm()) throw new LogUnavailable('lost on its way back');
    return result;
  }

  return { name, isAlive: () => alive, kill, call, travel };
}
