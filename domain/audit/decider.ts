import type { Decider } from '../decider.ts';
import { ok } from '../result.ts';
import type { AuditEvent } from './events.ts';

export type AuditCommand =
  | { type: 'EraseSubmission'; submissionId: string; formId: string; at: string }
  | { type: 'EraseDelivery'; deliveryId: string; submissionId: string; at: string }
  | { type: 'TombstoneErasure'; submissionId: string; at: string }
  | { type: 'ScrubErasure'; submissionId: string; at: string }
  | { type: 'CompleteErasure'; submissionId: string; at: string };

/**
 * The facts of an account. All states of one history share an index of it, and each sees as much of it as it counts: one
 * more fact, and a look for one, cost the same however many there are.
 */
export interface AuditState {
  readonly count: number;
  readonly index: FactIndex;
}

interface FactIndex {
  /** By type and subject, with the number of the fact. */
  readonly facts: Map<string, { readonly event: AuditEvent; readonly number: number }>;
  /** The count of the state that comes last in this history. */
  last: number;
}

const keyOf = (type: AuditEvent['type'], id: string): string => `${type} ${id}`;

/** The first fact of a type about a submission or delivery; null where there is none. */
export function factOf<T extends AuditEvent['type']>(
  { count, index }: AuditState,
  type: T,
  id: string,
): Extract<AuditEvent, { type: T }> | null {
  const isWanted = (event: AuditEvent): event is Extract<AuditEvent, { type: T }> => event.type === type;
  const found = index.facts.get(keyOf(type, id));
  return found && found.number < count && isWanted(found.event) ? found.event : null;
}

function withFact(state: AuditState, event: AuditEvent): AuditState {
  const { count } = state;
  // Another fact came after this state, say one whose append was refused: this is another history.
  const index = state.index.last === count ? state.index : branchOf(state);
  const key = keyOf(event.type, subjectOf(event));
  if (!index.facts.has(key)) index.facts.set(key, { event, number: count });
  index.last = count + 1;
  return { count: count + 1, index };
}

function branchOf({ count, index }: AuditState): FactIndex {
  return { facts: new Map([...index.facts].filter(([, { number }]) => number < count)), last: count };
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
  initial: { count: 0, index: { facts: new Map(), last: -1 } },
  decide(command, state) {
    const event = eventOf(command);
    return ok(factOf(state, event.type, subjectOf(event)) ? [] : [event]);
  },
  evolve: withFact,
};
