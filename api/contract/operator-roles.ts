/** The roles of operators. Each may read; the contract names the roles that may write, where not only `operator` may. */
export const operatorRoles = ['operator', 'auditor', 'analyst'] as const;
export type OperatorRole = (typeof operatorRoles)[number];
