import pTimeout from 'p-timeout';
import type { RoleState, Supervisor } from '../supervisor.ts';

/** The content of `/readyz`: every store, role and projection of this process. */
export interface Health {
  readonly ready: boolean;
  /** How far read models have come toward where the log ended at the start; null once that is over. */
  readonly starting: { readonly caught_up_percent: number } | null;
  readonly stores: Readonly<Record<string, 'ok' | 'unreachable'>>;
  readonly roles: Readonly<Record<string, RoleState['state']>>;
  readonly projections: Readonly<Record<string, string>>;
  /** What is parked, in words: it waits for a person, and all else is served. */
  readonly degraded: readonly string[];
}

export type Probe = () => Promise<void>;

const probeLimitMs = 2_000;

/**
 * Asks each store for an answer, now, and each role for its state; ready when all are well.
 * @param projections what each last said of itself; `stopped` is one that a store has halted
 * @param parked what is parked, in words
 * @param starting how far the start has come, in per cent; null once it is over
 */
export function createHealth(
  probes: Readonly<Record<string, Probe>>,
  supervisor: Supervisor,
  projections: ReadonlyMap<string, string>,
  parked: () => Promise<readonly string[]> = () => Promise.resolve([]),
  starting: () => number | null = () => null,
) {
  return async (): Promise<Health> => {
    const degraded = orNothing(parked);
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
      Object.values(stores).every((state) => state === 'ok') &&
      Object.values(roles).every((state) => state === 'running') &&
      ![...projections.values()].includes('stopped');
    return {
      ...{ ready, starting: percent === null ? null : { caught_up_percent: percent }, stores, roles },
      projections: Object.fromEntries(projections),
      degraded: await degraded,
    };
  };
}

/** The probe of a store reports the store that does not answer. */
const orNothing = (parked: () => Promise<readonly string[]>): Promise<readonly string[]> =>
  pTimeout(
    parked().catch(() => []),
    { milliseconds: probeLimitMs, fallback: () => [] },
  );

async function answers(probe: Probe): Promise<'ok' | 'unreachable'> {
  const asked = probe().then(
    () => 'ok' as const,
    () => 'unreachable' as const,
  );
  return pTimeout(asked, { milliseconds: probeLimitMs, fallback: () => 'unreachable' });
}
