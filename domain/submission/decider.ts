import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import type { FormStatus } from '../form/decider.ts';
import { err, ok } from '../result.ts';
import type {
  ConfirmedPayment,
  Payment,
  RefusedPayment,
  SubmissionCreated,
  SubmissionEvent,
} from './events.ts';
import { isSamePayment } from './judge-payment.ts';
import { complete, correct, expire, type PartialCommand, save, start } from './partial-decisions.ts';
import { presentAfter, type PresentSubmission } from './present.ts';
import { type ExistingSubmission, isOpen, type SubmissionState } from './state.ts';

export type SubmissionCommand =
  | ({ type: 'CreateSubmission'; formStatus: FormStatus } & SubmissionCreated['data'])
  | PartialCommand
  /** Prevents a submission from being created or completed under reservations that were made earlier. */
  | { type: 'RevokeReservations'; at: string }
  /** Has no effect on a submission that is not complete, which has no links. */
  | { type: 'RevokeLinks'; at: string }
  /** The payment fits the answer; see `judgePayment`. */
  | { type: 'CompletePayment'; payment: Payment; at: string }
  | ({ type: 'RefusePayment' } & RefusedPayment);

/** No more refusals are recorded for a submission, so that a sender that never gives up cannot fill the log. */
export const maxRefusals = 20;

const noRefusals: readonly RefusedPayment[] = [];

function decide(command: SubmissionCommand, state: SubmissionState) {
  switch (command.type) {
    case 'CreateSubmission': {
      if (state.exists) return err({ code: 'already_exists' } as const);
      const { type: _, formStatus, ...data } = command;
      if (!isOpenTo(formStatus, data))
        return err({ code: 'form_not_published', status: formStatus } as const);
      return ok<SubmissionEvent[]>([{ type: 'SubmissionCreated', data }]);
    }
    case 'RevokeReservations':
      return ok<SubmissionEvent[]>(
        state.exists && !isOpen(state)
          ? []
          : [{ type: 'SubmissionReservationLapsed', data: { at: command.at } }],
      );
    case 'StartSubmission':
      return start(command, state);
    case 'SaveAnswers':
      return save(command, state);
    case 'CompleteSubmission':
      return complete(command, state);
    case 'ExpireSubmission':
      return expire(command, state);
    case 'CorrectSubmission':
      return correct(command, state);
    case 'RevokeLinks':
      return revokeLinks(command, state);
    case 'CompletePayment':
      return completePayment(command, state);
    case 'RefusePayment':
      return refusePayment(command, state);
    default:
      return command satisfies never;
  }
}

/** Whether a form of this status takes a submission. Imported ones are taken by every form that is not archived. */
export const isOpenTo = (
  status: FormStatus,
  { importedAt }: { readonly importedAt?: string | undefined },
): boolean => status === 'published' || (importedAt !== undefined && status !== 'archived');

function revokeLinks({ at }: Extract<SubmissionCommand, { type: 'RevokeLinks' }>, state: SubmissionState) {
  if (!state.exists) return err({ code: 'not_found' } as const);
  return ok<SubmissionEvent[]>(
    state.present.isComplete ? [{ type: 'SubmissionLinksRevoked', data: { at } }] : [],
  );
}

function completePayment(
  { payment, at }: Extract<SubmissionCommand, { type: 'CompletePayment' }>,
  state: SubmissionState,
) {
  if (!state.exists) return err({ code: 'not_found' } as const);
  if (state.payment && isSamePayment(state.payment, payment)) return ok([]);
  if (state.payment) return err({ code: 'already_exists' } as const);
  const data = { payment, formId: state.present.form.id, at };
  return ok<SubmissionEvent[]>([{ type: 'SubmissionPaymentCompleted', data }]);
}

/** Records a refusal once: a repeated confirmation is the same fact. */
function refusePayment(
  { type: _, ...data }: Extract<SubmissionCommand, { type: 'RefusePayment' }>,
  state: SubmissionState,
) {
  if (!state.exists) return err({ code: 'not_found' } as const);
  const { refusals } = state;
  const isKnown = refusals.some(({ payment }) => isSameConfirmation(payment, data.payment));
  if (isKnown || refusals.length >= maxRefusals) return ok([]);
  return ok<SubmissionEvent[]>([{ type: 'SubmissionPaymentRefused', data }]);
}

const isSameConfirmation = (one: ConfirmedPayment, other: ConfirmedPayment): boolean =>
  isSamePayment(one, other) &&
  one.amount === other.amount &&
  one.currency === other.currency &&
  one.paidAt === other.paidAt &&
  one.field === other.field;

function evolve(state: SubmissionState, event: SubmissionEvent): SubmissionState {
  const present = presentAfter(state.exists ? state.present : null, event);
  if (!present) return state;
  const before = state.exists ? state : begunAs(present);
  switch (event.type) {
    case 'SubmissionCompleted':
      return { ...before, present, reservation: event.data.reservation };
    case 'SubmissionExpired':
      return { ...before, isExpired: true };
    case 'SubmissionLinksRevoked':
      return { ...before, linksRevokedAt: event.data.at };
    case 'SubmissionPaymentCompleted':
      return { ...before, payment: event.data.payment };
    case 'SubmissionPaymentRefused':
      return { ...before, refusals: [...before.refusals, event.data] };
    default:
      return { ...before, present };
  }
}

const begunAs = (present: PresentSubmission): ExistingSubmission => ({
  exists: true,
  begun: present,
  present,
  isExpired: false,
  reservation: null,
  linksRevokedAt: null,
  payment: null,
  refusals: noRefusals,
});

/** A submission: its answers, from the first to the present ones, the payment that may follow, and refused payments. */
export const submission: Decider<SubmissionState, SubmissionCommand, SubmissionEvent, DomainError> = {
  initial: { exists: false },
  decide,
  evolve,
};
