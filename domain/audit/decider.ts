import type { Decider } from '../decider.ts';
import { ok } from '../result.ts';
import type { AuditEvent } from './events.ts';

export type AuditCommand =
  | { type: 'EraseSubmission'; submissionId: string; formId: string; at: string }
  | { type: 'EraseDelivery'; deliveryId: string; submissionId: string; at: string }
  | { type: 'TombstoneErasure'; submissionId: string; at: string }
  | { type: 'ScrubErasure'; submissionId: string; at: string }
  | { type: 'CompleteErasure'; submissionId: string; at: string };

/** The facts of an account, the newest first. A chain, so that one more costs the same however many there are. */
export type AuditState = { readonly event: AuditEvent; readonly before: AuditState } | null;

/** The first fact of a type about a submission or delivery; null where there is none. */
export function factOf<T extends AuditEvent['type']>(
  state: AuditState,
  type: T,
  id: string,
): Extract<AuditEvent, { type: T }> | null {
  const isWanted = (event: AuditEvent): event is Extract<AuditEvent, { type: T }> =>
    event.type === type && subjectOf(event) === id;
  for (let at = state; at; at = at.before) if (isWanted(at.event)) return at.event;
  return null;
}

const subjectOf = ({ type, data }: AuditEvent): string =>
  type === 'DeliveryErased' ? data.deliveryId : data.submissionId;

function eventOf(command: AuditCommand): AuditEvent {
  switch (command.type) {
    case 'EraseSubmission': {
      const { submissionId, formId, at } = command;
      return { type: 'SubmissionErased', data: { submissionId, formId, at } };
    }
    case 'EraseDelivery': {
      const { deliveryId, submissionId, at } = command;
      return { type: 'DeliveryErased', data: { deliveryId, submissionId, at } };
    }
    case 'TombstoneErasure': {
      const { submissionId, at } = command;
      return { type: 'ErasureTombstoned', data: { submissionId, at } };
    }
    case 'ScrubErasure': {
      const { submissionId, at } = command;
      return { type: 'ErasureScrubbed', data: { submissionId, at } };
    }
    case 'CompleteErasure': {
      const { submissionId, at } = command;
      return { type: 'ErasureCompleted', data: { submissionId, at } };
    }
    default:
      return command satisfies never;
  }
}

/** What an account's audit stream knows: each fact once, whoever tells it how often. */
export const audit: Decider<AuditState, AuditCommand, AuditEvent, never> = {
  initial: null,
  decide(command, state) {
    const event = eventOf(command);
    return ok(factOf(state, event.type, subjectOf(event)) ? [] : [event]);
  },
  evolve: (before, event) => ({ event, before }),
};
