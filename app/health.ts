import pTimeout from 'p-timeout';
import type { RoleState, Supervisor } from './supervisor.ts';

/** What `/readyz` tells: every store, role and projection of this process. */
export interface Health {
  readonly ready: boolean;
  readonly stores: Readonly<Record<string, 'ok' | 'unreachable'>>;
  readonly roles: Readonly<Record<string, RoleState['state']>>;
  readonly projections: Readonly<Record<string, string>>;
}

export type Probe = () => Promise<void>;

const probeLimitMs = 2_000;

/**
 * Asks each store for an answer, now, and each role for its state; ready when all are well.
 * @param projections what each last said of itself; `stopped` is one that an event or a store has halted
 */
export function createHealth(
  probes: Readonly<Record<string, Probe>>,
  supervisor: Supervisor,
  projections: ReadonlyMap<string, string>,
) {
  return async (): Promise<Health> => {
    const checked = await Promise.all(
      Object.entries(probes).map(async ([name, probe]) => [name, await answers(probe)] as const),
    );
    const stores = Object.fromEntries(checked);
    const roles = Object.fromEntries(
      Object.entries(supervisor.states()).map(([name, { state }]) => [name, state] as const),
    );
    const ready =
      Object.values(stores).every((state) => state === 'ok') &&
      Object.values(roles).every((state) => state === 'running') &&
      ![...projections.values()].includes('stopped');
    return { ready, stores, roles, projections: Object.fromEntries(projections) };
  };
}

async function answers(probe: Probe): Promise<'ok' | 'unreachable'> {
  const asked = probe().then(
    () => 'ok' as const,
    () => 'unreachable' as const,
  );
  return pTimeout(asked, { milliseconds: probeLimitMs, fallback: () => 'unreachable' });
}
