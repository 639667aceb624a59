import { disablePolicy } from '../../dispatcher/disable-policy.ts';
import { personNoticePlanner } from '../../dispatcher/notices/person-planner.ts';
import { noticePlanner } from '../../dispatcher/notices/planner.ts';
import { operatorNotices } from '../../dispatcher/operator-webhook.ts';
import type { Projection } from '../../projections/projection.ts';

/** The process managers of every dispatcher. */
export const dispatchManagers = [disablePolicy(), noticePlanner, personNoticePlanner] as const;

/** The process manager of the operator's webhook, which runs only where that is configured. */
export const configuredManagers: readonly Projection[] = [operatorNotices(() => new Date())];

/** All process managers that keep a checkpoint. */
export const processManagers: readonly Projection[] = [...dispatchManagers, ...configuredManagers];
