import pTimeout from 'p-timeout';
import Type, { type Static } from 'typebox';
import type { Stall } from '../../async/stall-watch.ts';
import type { Supervisor } from '../supervisor.ts';
import { describeStall } from './report-stalls.ts';

const Names = Type.Record(Type.String(), Type.String());
const Lines = Type.Array(Type.String());

/** The content of `/readyz`: every store, role and projection of the service. */
export const HealthSchema = Type.Object({
  ready: Type.Boolean(),
  /** The progress of read models toward the head of the log at the start; null once reached. */
  starting: Type.Union([Type.Object({ caught_up_percent: Type.Number() }), Type.Null()]),
  /** `ok` or `unreachable`. */
  stores: Names,
  roles: Names,
  projections: Names,
  /** Parked keys and destinations, in words; everything else is served. */
  degraded: Lines,
  /** Read models and process managers that have read events which the log does not hold, with the remedy. */
  diverged: Lines,
  /** The parts that have work and have not got on for a minute, in words. */
  stalled: Lines,
});
export type Health = Static<typeof HealthSchema>;

export type Probe = () => Promise<void>;

const probeLimitMs = 2_000;

/**
 * Probes every store and reads the state of every role; ready if all are well.
 * @param projections the last report of each projection; `stopped` is a projection that a store has halted
 * @param parked parked keys and destinations, in words
 * @param starting the progress of the start in per cent; null once the start is over
 * @param diverged the followers that do not match the log, in words
 * @param stalls the parts that stand still; without an essential one the process is not ready
 */
export function createHealth(
  probes: Readonly<Record<string, Probe>>,
  supervisor: Supervisor,
  projections: ReadonlyMap<string, string>,
  parked: () => Promise<readonly string[]> = () => Promise.resolve([]),
  starting: () => number | null = () => null,
  diverged: () => readonly string[] = () => [],
  stalls: () => readonly Stall[] = () => [],
) {
  return async (): Promise<Health> => {
    const degraded = orNone(parked);
    const checked = await Promise.all(
      Object.entries(probes).map(async ([name, probe]) => [name, await answers(probe)] as const),
    );
    const stores = Object.fromEntries(checked);
    const roles = Object.fromEntries(
      Object.entries(supervisor.states()).map(([name, { state }]) => [name, state] as const),
    );
    const percent = starting();
    const ready =
      percent === null &&
      diverged().length === 0 &&
      !stalls().some(({ isEssential }) => isEssential) &&
      Object.values(stores).every((state) => state === 'ok') &&
      Object.values(roles).every((state) => state === 'running') &&
      ![...projections.values()].includes('stopped');
    return {
      ready,
      starting: percent === null ? null : { caught_up_percent: percent },
      stores,
      roles,
      projections: Object.fromEntries(projections),
      degraded: [...(await degraded)],
      diverged: [...diverged()],
      stalled: stalls().map(describeStall),
    };
  };
}

/** Ignored here: the probe of the store reports an unavailable store. */
const orNone = (parked: () => Promise<readonly string[]>): Promise<readonly string[]> =>
  pTimeout(
    parked().catch(() => []),
    { milliseconds: probeLimitMs, fallback: () => [] },
  );

async function answers(probe: Probe): Promise<'ok' | 'unreachable'> {
  const answered = probe().then(
    () => 'ok' as const,
    () => 'unreachable' as const,
  );
  return pTimeout(answered, { milliseconds: probeLimitMs, fallback: () => 'unreachable' });
}
