import type { Aggregates } from '../log/aggregates.ts';
import type { EventLog } from '../log/event-log.ts';
import type { Plans } from './account/plans.ts';

/** The dependencies that reservations and commands share. */
export interface CoreDeps {
  readonly log: EventLog;
  readonly aggregates: Aggregates;
  readonly plans: Plans;
  readonly now: () => Date;
}
