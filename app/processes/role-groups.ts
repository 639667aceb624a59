import { mostProcesses, type RoleName } from '../config/role-names.ts';

/** The roles of one process. The name is that of its first role. */
export interface RoleGroup {
  readonly name: RoleName;
  readonly roles: readonly RoleName[];
}

/** Requests, read models and webhooks each take about a third of the work, so that none waits for another. */
const divisions: Readonly<Record<number, readonly (readonly RoleName[])[]>> = {
  1: [['api', 'web', 'projector', 'dispatcher', 'worker']],
  2: [
    ['api', 'web'],
    ['projector', 'dispatcher', 'worker'],
  ],
  3: [['api', 'web'], ['projector'], ['dispatcher', 'worker']],
};

/**
 * Returns the number of processes: one for two cores, because the stores and the sender of webhooks have threads of their
 * own, otherwise one for each core beyond the first, up to three.
 */
export const processCount = (setting: number | 'auto', cores: number): number =>
  setting === 'auto' ? Math.min(mostProcesses, Math.max(1, cores - 1)) : setting;

/** Divides roles among processes. The first group is that of the process which clients reach. */
export function divideRoles(
  roles: readonly RoleName[],
  processes: number,
): readonly [RoleGroup, ...RoleGroup[]] {
  const groups = (divisions[processes] ?? []).flatMap((group) => {
    const wanted = group.filter((role) => roles.includes(role));
    const [name] = wanted;
    return name === undefined ? [] : [{ name, roles: wanted }];
  });
  const [first, ...others] = groups;
  if (!first) throw new Error('a service needs a role');
  return [first, ...others];
}
