import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { type Health, HealthSchema } from '../health/health.ts';
import type { RoleProcess } from './child-process.ts';

const health = Compile(HealthSchema);
const metrics = Compile(
  Type.Array(Type.Object({ name: Type.String(), help: Type.String(), values: Type.Array(Type.Unknown()) })),
);

/** Returns the health of this process and of those that run its other roles. */
export const withHealthOf =
  (processes: readonly RoleProcess[], own: () => Promise<Health>) => async (): Promise<Health> => {
    const [first, ...others] = await Promise.all([own(), ...processes.map(healthOf)]);
    return others.reduce(together, first);
  };

const healthOf = (process: RoleProcess): Promise<Health> =>
  process
    .ask('health')
    .then((value) => health.Parse(value))
    .catch(() => ({ ...silent, stalled: [`the process of the role ${process.name} does not answer`] }));

const silent: Health = {
  ready: false,
  starting: null,
  stores: {},
  roles: {},
  projections: {},
  degraded: [],
  diverged: [],
  stalled: [],
};

function together(one: Health, other: Health): Health {
  const unreachable = Object.entries({ ...one.stores, ...other.stores }).map(
    ([name]) =>
      [
        name,
        [one, other].every(({ stores }) => (stores[name] ?? 'ok') === 'ok') ? 'ok' : 'unreachable',
      ] as const,
  );
  const union = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])];
  const percents = [one, other].flatMap(({ starting }) => starting?.caught_up_percent ?? []);
  return {
    ready: one.ready && other.ready,
    starting: percents.length === 0 ? null : { caught_up_percent: Math.min(...percents) },
    stores: Object.fromEntries(unreachable),
    roles: { ...one.roles, ...other.roles },
    projections: { ...one.projections, ...other.projections },
    degraded: union(one.degraded, other.degraded),
    diverged: union(one.diverged, other.diverged),
    stalled: union(one.stalled, other.stalled),
  };
}

/** Returns the metrics of the processes that answer. */
export async function metricsOf(processes: readonly RoleProcess[]): Promise<readonly object[]> {
  const asked = processes.map(async (process) => metrics.Parse(await process.ask('metrics')));
  const answered = await Promise.allSettled(asked);
  return answered.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
