import type { Decider } from '../decider.ts';
import { err, ok } from '../result.ts';
import type { AssignmentEvent } from './events.ts';

/** A reservation, and the submission that may be created under it. */
export interface Assignment {
  /** The id that the block reserved. */
  readonly reservedId: string;
  readonly submissionId: string;
}

export type AssignmentCommand =
  | { type: 'AssignReservations'; assignments: readonly Assignment[]; at: string }
  /** Another process settles the block: no further reservation of it can be assigned. */
  | { type: 'CloseAssignments'; at: string };

export interface AssignmentState {
  readonly isClosed: boolean;
  /** Maps reserved ids to submissions. */
  readonly assigned: ReadonlyMap<string, string>;
}

export interface AssignmentsClosed {
  readonly code: 'assignments_closed';
}

/**
 * The submissions to which the spare reservations of a block are assigned. Only the process that reserved the block
 * assigns them, until another process closes the assignments.
 */
export const assignments: Decider<AssignmentState, AssignmentCommand, AssignmentEvent, AssignmentsClosed> = {
  initial: { isClosed: false, assigned: new Map() },
  decide(command, { isClosed }) {
    const { at } = command;
    switch (command.type) {
      case 'AssignReservations': {
        if (isClosed) return err({ code: 'assignments_closed' });
        const assigned = command.assignments.map(({ reservedId, submissionId }) => ({
          place: reservedId,
          submissionId,
        }));
        return ok([{ type: 'SubmissionPlacesAssigned', data: { assignments: assigned, at } }]);
      }
      case 'CloseAssignments':
        return ok(isClosed ? [] : [{ type: 'SubmissionLeaseClosed', data: { at } }]);
      default:
        return command satisfies never;
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'SubmissionPlacesAssigned': {
        const added = event.data.assignments.map(({ place, submissionId }) => [place, submissionId] as const);
        return { ...state, assigned: new Map([...state.assigned, ...added]) };
      }
      case 'SubmissionLeaseClosed':
        return { ...state, isClosed: true };
      default:
        return event satisfies never;
    }
  },
};
