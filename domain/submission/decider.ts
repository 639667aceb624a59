import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import type { FormStatus } from '../form/decider.ts';
import { err, ok } from '../result.ts';
import type { Payment, SubmissionCreated, SubmissionEvent } from './events.ts';

export type SubmissionCommand =
  | ({ type: 'CreateSubmission'; formStatus: FormStatus } & SubmissionCreated['data'])
  /** Prevents a submission from being created by requests that began earlier. */
  | { type: 'LapseReservation'; at: string }
  | { type: 'CompletePayment'; payment: Payment; at: string };

export type SubmissionState =
  | { readonly exists: false }
  | {
      readonly exists: true;
      readonly created: SubmissionCreated['data'];
      readonly payment: Payment | null;
    };

function decide(command: SubmissionCommand, state: SubmissionState) {
  switch (command.type) {
    case 'CreateSubmission': {
      if (state.exists) return err({ code: 'already_exists' } as const);
      const { type: _, formStatus, ...data } = command;
      if (formStatus !== 'published') return err({ code: 'form_not_published', status: formStatus } as const);
      return ok<SubmissionEvent[]>([{ type: 'SubmissionCreated', data }]);
    }
    case 'LapseReservation':
      return ok<SubmissionEvent[]>(
        state.exists ? [] : [{ type: 'SubmissionReservationLapsed', data: { at: command.at } }],
      );
    case 'CompletePayment':
      return completePayment(command, state);
    default:
      return command satisfies never;
  }
}

function completePayment(
  { payment, at }: Extract<SubmissionCommand, { type: 'CompletePayment' }>,
  state: SubmissionState,
) {
  if (!state.exists) return err({ code: 'not_found' } as const);
  if (state.payment?.id === payment.id) return ok([]);
  if (state.payment) return err({ code: 'already_exists' } as const);
  return ok<SubmissionEvent[]>([{ type: 'SubmissionPaymentCompleted', data: { payment, at } }]);
}

function evolve(state: SubmissionState, event: SubmissionEvent): SubmissionState {
  switch (event.type) {
    case 'SubmissionCreated':
      return { exists: true, created: event.data, payment: null };
    case 'SubmissionReservationLapsed':
      return state;
    case 'SubmissionPaymentCompleted':
      return state.exists ? { ...state, payment: event.data.payment } : state;
    default:
      return event satisfies never;
  }
}

/** A submission: its answers, and the payment that may follow. */
export const submission: Decider<SubmissionState, SubmissionCommand, SubmissionEvent, DomainError> = {
  initial: { exists: false },
  decide,
  evolve,
};
