import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Chaos, openProcess, type Process } from './process.ts';
import { all, dispatcher, projector, type Role, type Surroundings, worker } from './roles.ts';
import type { Trace } from './trace.ts';

interface PopulationDeps {
  readonly world: Surroundings;
  readonly faults: Chaos & { readonly stopEveryMs: number };
  readonly isCalm: () => boolean;
  readonly trace: Trace;
  readonly count: (what: string) => void;
  /** A part of a process came to its end, and nobody had told it to. */
  readonly onEnded: (what: string) => void;
}

const second = 1_000;
const minute = 60 * second;
/** All parts of a process listen to one signal. */
const maxListeners = 50;
/** A worker makes far fewer calls than a dispatcher, which looks around all day. */
const killsOf = { dispatcher: 1, worker: 6, all: 1, projector: 3 };
/** What a projector stores piece by piece has to fail between the pieces. */
const outagesOf = { dispatcher: 1, worker: 1, all: 1, projector: 5 };
const roles = { dispatcher, worker, all, projector } as const satisfies Record<string, Role>;

/** Processes with one role or with both, which die, are stopped, and come back. @returns how to end them all */
export function openPopulation({ world, faults, isCalm, trace, count, onEnded }: PopulationDeps) {
  const { random } = world;
  const running = new Map<Process, AbortController>();
  let started = 0;
  let isOver = false;

  function start(role: keyof typeof roles): void {
    if (isOver) return;
    const name = `${role}-${++started}`;
    trace.note(`${name} starts`);
    const stop = new AbortController();
    setMaxListeners(maxListeners, stop.signal);
    const process = openProcess(name, {
      random,
      chaos: { ...faults, kill: faults.kill * killsOf[role], outage: faults.outage * outagesOf[role] },
      isCalm,
      onKilled() {
        trace.note(`${name} is killed`);
        count(`${role} killed`);
        again(process, role);
      },
    });
    running.set(process, stop);
    roles[role](world, process, stop.signal)
      .then(
        () => stop.signal.aborted || onEnded(`${name} came to its end`),
        (error: unknown) =>
          onEnded(`${name}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`),
      )
      .finally(() => again(process, role));
  }

  function again(process: Process, role: keyof typeof roles): void {
    if (!running.delete(process)) return;
    void delay(random.chance(0.8) ? random.wait(5 * second) : random.wait(10 * minute)).then(() =>
      start(role),
    );
  }

  /** Now and then somebody is asked to stop, and does so in order. */
  async function stopAtTimes(): Promise<void> {
    while (faults.stopEveryMs < Infinity && !isCalm() && !isOver) {
      await delay(random.wait(faults.stopEveryMs));
      const [process, stop] = random.pick([...running, [null, null] as const]);
      if (!process || isCalm()) continue;
      trace.note(`${process.name} is told to stop`);
      count('stopped in order');
      stop.abort();
    }
  }

  for (const role of ['projector', 'projector', 'dispatcher', 'all', 'worker', 'worker', 'worker'] as const)
    start(role);
  void stopAtTimes();
  return {
    /** Kills all processes at once. */
    killAll() {
      for (const process of [...running.keys()]) process.kill();
    },
    end() {
      isOver = true;
      for (const stop of running.values()) stop.abort();
    },
  };
}
