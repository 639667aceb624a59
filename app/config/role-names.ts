export const roleNames = ['api', 'web', 'projector', 'dispatcher', 'worker'] as const;
export type RoleName = (typeof roleNames)[number];
