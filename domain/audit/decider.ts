import type { Decider } from '../decider.ts';
import type { SignInMethod } from '../membership/events.ts';
import { ok } from '../result.ts';
import type { AuditEvent, OpenErasure } from './events.ts';

export type AuditCommand =
  | {
      type: 'EraseSubmission';
      submissionId: string;
      formId: string;
      expired?: { lastFieldId: string | null };
      at: string;
    }
  | { type: 'EraseDelivery'; deliveryId: string; submissionId: string; at: string }
  | { type: 'TombstoneErasure'; submissionId: string; at: string }
  | { type: 'ScrubErasure'; submissionId: string; at: string }
  | { type: 'CompleteErasure'; submissionId: string; at: string }
  | { type: 'RecordSignIn'; personId: string; method: SignInMethod; isFromElsewhere: boolean; at: string }
  | { type: 'RecordFactorReset'; personId: string; at: string };

/**
 * The erasures of an account in progress. Completed erasures are not needed: their submissions no longer
 * exist.
 */
export interface AuditState {
  /** By submission id. */
  readonly open: ReadonlyMap<string, OpenErasure>;
  /** The number of events since the last summary. */
  readonly unsummarized: number;
}

const summarizedEvery = 100;
/** A summary with more deliveries than this is postponed until fewer erasures are in progress. */
const maxDeliveries = 1_000;

/**
 * Returns the fact that a command records; null if it is known, or if there is no such erasure in progress.
 */
function factOf(command: AuditCommand, { open }: AuditState): AuditEvent | null {
  if (command.type === 'RecordSignIn') {
    const { type: _, ...data } = command;
    return { type: 'MemberSignedIn', data };
  }
  if (command.type === 'RecordFactorReset') {
    const { type: _, ...data } = command;
    return { type: 'SecondFactorReset', data };
  }
  const { submissionId, at } = command;
  const erasure = open.get(submissionId);
  if (command.type === 'EraseSubmission') {
    const { type: _, ...data } = command;
    return erasure ? null : { type: 'SubmissionErased', data };
  }
  if (!erasure) return null;
  switch (command.type) {
    case 'EraseDelivery': {
      const { deliveryId } = command;
      const isKnown = erasure.deliveryIds.includes(deliveryId);
      return isKnown ? null : { type: 'DeliveryErased', data: { deliveryId, submissionId, at } };
    }
    case 'TombstoneErasure':
      return erasure.isTombstoned ? null : { type: 'ErasureTombstoned', data: { submissionId, at } };
    case 'ScrubErasure':
      return erasure.isScrubbed ? null : { type: 'ErasureScrubbed', data: { submissionId, at } };
    case 'CompleteErasure':
      return { type: 'ErasureCompleted', data: { submissionId, at } };
    default:
      return command satisfies never;
  }
}

/** Returns the state as an event at intervals, so that a process reads no further back. */
function summaryOf({ open, unsummarized }: AuditState, at: string): AuditEvent[] {
  const erasures = [...open.values()];
  const deliveries = erasures.reduce((sum, { deliveryIds }) => sum + deliveryIds.length + 1, 0);
  if (unsummarized < summarizedEvery || deliveries > maxDeliveries) return [];
  const copies = erasures.map((one) => ({ ...one, deliveryIds: [...one.deliveryIds] }));
  return [{ type: 'AuditSummarized', data: { open: copies, at } }];
}

function evolve(state: AuditState, event: AuditEvent): AuditState {
  if (event.type === 'AuditSummarized')
    return { open: new Map(event.data.open.map((one) => [one.submissionId, one])), unsummarized: 0 };
  const unsummarized = state.unsummarized + 1;
  if (event.type === 'MemberSignedIn' || event.type === 'SecondFactorReset')
    return { ...state, unsummarized };
  const { submissionId } = event.data;
  const open = new Map(state.open);
  const erasure = open.get(submissionId);
  switch (event.type) {
    case 'SubmissionErased': {
      const { formId, at } = event.data;
      open.set(submissionId, {
        submissionId,
        formId,
        at,
        deliveryIds: [],
        isTombstoned: false,
        isScrubbed: false,
      });
      break;
    }
    case 'DeliveryErased':
      if (erasure)
        open.set(submissionId, { ...erasure, deliveryIds: [...erasure.deliveryIds, event.data.deliveryId] });
      break;
    case 'ErasureTombstoned':
      if (erasure) open.set(submissionId, { ...erasure, isTombstoned: true });
      break;
    case 'ErasureScrubbed':
      if (erasure) open.set(submissionId, { ...erasure, isScrubbed: true });
      break;
    case 'ErasureCompleted':
      open.delete(submissionId);
      break;
    default:
      return event satisfies never;
  }
  return { open, unsummarized };
}

/** An account's audit stream: it records each fact once, whichever processes report it. */
export const audit: Decider<AuditState, AuditCommand, AuditEvent, never> = {
  initial: { open: new Map(), unsummarized: 0 },
  decide(command, state) {
    const fact = factOf(command, state);
    return ok(fact ? [...summaryOf(state, command.at), fact] : []);
  },
  evolve,
  isSummary: ({ type }) => type === 'AuditSummarized',
};
