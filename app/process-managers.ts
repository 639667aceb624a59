import { disablePolicy as destinationHealth } from '../dispatcher/disable-policy.ts';
import { operatorNotices } from '../dispatcher/operator-webhook.ts';
import { planner } from '../dispatcher/planner/planner.ts';
import type { Projection } from '../projections/projection.ts';

/** The process managers of every dispatcher. */
export const dispatchManagers = [planner, destinationHealth()] as const;

/** All process managers that keep a checkpoint: the operator's webhook runs only where it is configured. */
export const processManagers: readonly Projection[] = [
  ...dispatchManagers,
  operatorNotices(() => new Date()),
];
