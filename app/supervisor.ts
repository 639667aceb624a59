import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** A part of the service: runs until its signal is aborted, and may fail before that. */
export type Role = (signal: AbortSignal) => Promise<void>;

export interface RoleState {
  readonly state: 'running' | 'restarting' | 'stopped';
  readonly restarts: number;
  readonly lastError?: string;
}

export interface Supervisor {
  /** Starts a role and restarts it after a failure or an early end, with growing pauses. */
  supervise(name: string, role: Role): void;
  /** Registers a part to close at the stop, last in first out, among the roles. */
  onStop(name: string, close: () => Promise<void>): void;
  states(): Readonly<Record<string, RoleState>>;
  /** Stops roles and parts one by one, in the reverse order of their start. */
  stop(): Promise<void>;
  /** Returns the name of the role or part that is being stopped; null if none is. */
  stopping(): string | null;
}

const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** A role that ran for this long restarts after the shortest pause, in ms. */
const steadyMs = 30_000;

export function createSupervisor(logger: Logger): Supervisor {
  const states = new Map<string, RoleState>();
  const stops: { name: string; close: () => Promise<void> }[] = [];
  let stopping: string | null = null;

  async function keepRunning(name: string, role: Role, signal: AbortSignal): Promise<void> {
    let pauseMs = firstPauseMs;
    const isOver = () => signal.aborted;
    for (let restarts = 0; !isOver(); restarts++) {
      const startedAt = performance.now();
      states.set(name, { ...states.get(name), state: 'running', restarts });
      const error = await role(signal).then(
        () => new Error('ended unexpectedly'),
        (reason: unknown) => reason,
      );
      if (isOver()) break;
      if (performance.now() - startedAt > steadyMs) pauseMs = firstPauseMs;
      states.set(name, { state: 'restarting', restarts, lastError: String(error) });
      logger.error({ err: error, role: name, pauseMs }, 'a role failed and will be restarted');
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
    states.set(name, { ...states.get(name), state: 'stopped', restarts: states.get(name)?.restarts ?? 0 });
  }

  function supervise(name: string, role: Role): void {
    const controller = new AbortController();
    const finished = keepRunning(name, role, controller.signal);
    stops.push({
      name,
      close: () => {
        controller.abort();
        return finished;
      },
    });
  }

  async function stop(): Promise<void> {
    for (let part = stops.pop(); part; part = stops.pop()) {
      const { name } = part;
      stopping = name;
      logger.debug({ part: name }, 'stopping');
      await part.close().catch((err: unknown) => logger.error({ err, part: name }, 'did not stop cleanly'));
    }
    stopping = null;
  }

  return {
    supervise,
    onStop: (name, close) => void stops.push({ name, close }),
    states: () => Object.fromEntries(states),
    stop,
    stopping: () => stopping,
  };
}
