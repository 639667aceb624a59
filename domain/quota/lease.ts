import type { Decider } from '../decider.ts';
import { err, ok } from '../result.ts';
import type { LeaseEvent } from './events.ts';

/** A place that was reserved ahead, and the submission that may be created in it. */
export interface Assignment {
  /** The id under which the place was reserved. */
  readonly place: string;
  readonly submissionId: string;
}

export type LeaseCommand =
  | { type: 'AssignPlaces'; assignments: readonly Assignment[]; at: string }
  /** Another process settles the reservation: no further place of it can be assigned. */
  | { type: 'CloseLease'; at: string };

export interface LeaseState {
  readonly isClosed: boolean;
  /** Maps places to submissions. */
  readonly assigned: ReadonlyMap<string, string>;
}

export interface LeaseClosed {
  readonly code: 'lease_closed';
}

/**
 * The assignments of places that one process has reserved ahead. Only that process assigns them, until
 * another process closes the lease.
 */
export const lease: Decider<LeaseState, LeaseCommand, LeaseEvent, LeaseClosed> = {
  initial: { isClosed: false, assigned: new Map() },
  decide(command, { isClosed }) {
    const { at } = command;
    switch (command.type) {
      case 'AssignPlaces': {
        if (isClosed) return err({ code: 'lease_closed' });
        const assignments = command.assignments.map(({ place, submissionId }) => ({ place, submissionId }));
        return ok([{ type: 'SubmissionPlacesAssigned', data: { assignments, at } }]);
      }
      case 'CloseLease':
        return ok(isClosed ? [] : [{ type: 'SubmissionLeaseClosed', data: { at } }]);
      default:
        return command satisfies never;
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'SubmissionPlacesAssigned': {
        const { assignments } = event.data;
        const added = assignments.map(({ place, submissionId }) => [place, submissionId] as const);
        return { ...state, assigned: new Map([...state.assigned, ...added]) };
      }
      case 'SubmissionLeaseClosed':
        return { ...state, isClosed: true };
      default:
        return event satisfies never;
    }
  },
};
