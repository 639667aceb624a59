export const roleNames = ['api', 'web', 'projector', 'dispatcher', 'worker'] as const;
export type RoleName = (typeof roleNames)[number];

export const operatorRoles = ['operator', 'auditor', 'analyst'] as const;
export type OperatorRole = (typeof operatorRoles)[number];
