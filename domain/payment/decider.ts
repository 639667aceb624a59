import type { Decider } from '../decider.ts';
import { err, ok } from '../result.ts';
import type { PaymentEvent } from './events.ts';

export type PaymentCommand = {
  type: 'AssignPayment';
  submissionId: string;
  /** The submission that holds the payment and can no longer be paid with it; null if there is none. */
  instead: string | null;
  at: string;
};

export interface PaymentState {
  /** The submission that the payment pays; null before the first assignment. */
  readonly submissionId: string | null;
}

/** The payment belongs to another submission. */
export interface AssignedElsewhere {
  readonly code: 'assigned_elsewhere';
  readonly submissionId: string;
}

/** A payment of a provider: it pays one submission. */
export const payment: Decider<PaymentState, PaymentCommand, PaymentEvent, AssignedElsewhere> = {
  initial: { submissionId: null },
  decide({ submissionId, instead, at }, { submissionId: holder }) {
    if (holder === submissionId) return ok([]);
    if (holder !== null && holder !== instead)
      return err({ code: 'assigned_elsewhere', submissionId: holder });
    return ok([{ type: 'PaymentAssigned', data: { submissionId, at } }]);
  },
  evolve: (_, { data }) => ({ submissionId: data.submissionId }),
};
