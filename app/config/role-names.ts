export const roleNames = ['api', 'web', 'projector', 'dispatcher', 'worker'] as const;
/** The most processes among which one service divides its roles. */
export const mostProcesses = 3;

export type RoleName = (typeof roleNames)[number];
