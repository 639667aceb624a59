import type { Decider } from '../decider.ts';
import { ok } from '../result.ts';
import type { ProjectionEvent } from './events.ts';

export interface SkipEvent {
  readonly type: 'SkipEvent';
  readonly projection: string;
  readonly eventId: string;
  readonly reason: string;
  readonly at: string;
}

/** The ids of the events that a projection skips. */
export type SkippedEvents = ReadonlySet<string>;

/** The settings of a projection: the events that it skips. */
export const projectionSkips: Decider<SkippedEvents, SkipEvent, ProjectionEvent, never> = {
  initial: new Set(),
  decide: ({ type: _, ...data }, skipped) =>
    ok(skipped.has(data.eventId) ? [] : [{ type: 'ProjectionEventSkipped', data }]),
  evolve: (skipped, { data }) => new Set([...skipped, data.eventId]),
};
