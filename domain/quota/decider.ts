import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import { nextMonth } from '../time.ts';
import { spareSize } from './block-size.ts';
import type { QuotaEvent } from './events.ts';
import { addRevision, hasRevision, type Revisions, withoutRevision } from './revisions.ts';

/** The settlement of a block. */
export interface Settlement {
  /** The revision of the block. */
  readonly block: number;
  /** Submissions that were never created: their reservations are released. */
  readonly unused: readonly string[];
}

export type QuotaCommand =
  | {
      type: 'ReserveBlock';
      /** Requests are waiting for these; in order, as many are reserved as fit under `limit`. */
      submissionIds: readonly string[];
      /** Of these, as many are reserved too as `spareSize` allows. */
      spareIds?: readonly string[];
      /** Revisions of blocks of the same process whose submissions were all created. */
      settled?: readonly number[];
      limit: number;
      at: string;
    }
  /** Settles blocks; has no effect on settled ones. */
  | { type: 'SettleBlocks'; settlements: readonly Settlement[]; at: string };

export interface QuotaState {
  /** The number of reservations, but for released ones. */
  readonly used: number;
  /** The blocks that are not settled. */
  readonly open: Revisions;
  /** The number of events since the last summary. */
  readonly uncounted: number;
}

/**
 * The number of events after which the state is summarized; a reader reads at most this many, plus those of
 * one command.
 */
const countEvery = 100;

function decide(command: QuotaCommand, state: QuotaState) {
  const decided = decideUncounted(command, state);
  if (!decided.ok || decided.value.length === 0 || state.uncounted < countEvery) return decided;
  const { used, open } = state;
  const data = { used, open: open.map(([from, to]): [number, number] => [from, to]), at: command.at };
  return ok<QuotaEvent[]>([{ type: 'SubmissionQuotaCounted', data }, ...decided.value]);
}

function decideUncounted(command: QuotaCommand, state: QuotaState) {
  switch (command.type) {
    case 'ReserveBlock':
      return reserve(command, state);
    case 'SettleBlocks':
      return ok<QuotaEvent[]>(settle(command.settlements, state, command.at));
    default:
      return command satisfies never;
  }
}

function reserve(
  { submissionIds, spareIds = [], settled = [], limit, at }: Extract<QuotaCommand, { type: 'ReserveBlock' }>,
  state: QuotaState,
) {
  const granted = submissionIds.slice(0, Math.max(0, limit - state.used));
  if (granted.length === 0)
    return err({ code: 'quota_exceeded', limit, current: state.used, resetsAt: nextMonth(at) } as const);
  const spare = spareIds.slice(0, spareSize(limit, state.used + granted.length));
  const settlements = settled.map((block) => ({ block, unused: [] }));
  return ok<QuotaEvent[]>([
    ...settle(settlements, state, at),
    { type: 'SubmissionQuotaReserved', data: { submissionIds: [...granted, ...spare], formId: null, at } },
  ]);
}

function settle(settlements: readonly Settlement[], { open }: QuotaState, at: string): QuotaEvent[] {
  const ended = settlements.filter(({ block }) => hasRevision(open, block));
  if (ended.length === 0) return [];
  const reservations = ended.map(({ block }) => block);
  const submissionIds = ended.flatMap(({ unused }) => unused);
  return [{ type: 'SubmissionQuotaSettled', data: { reservations, submissionIds, formId: null, at } }];
}

function evolve(state: QuotaState, event: QuotaEvent, revision: number): QuotaState {
  const uncounted = state.uncounted + 1;
  switch (event.type) {
    case 'SubmissionQuotaReserved': {
      const used = state.used + event.data.submissionIds.length;
      return { used, open: addRevision(state.open, revision), uncounted };
    }
    case 'SubmissionQuotaReleased':
      return { ...state, used: Math.max(0, state.used - event.data.submissionIds.length), uncounted };
    case 'SubmissionQuotaSettled': {
      const used = Math.max(0, state.used - event.data.submissionIds.length);
      return { used, open: event.data.reservations.reduce(withoutRevision, state.open), uncounted };
    }
    case 'SubmissionQuotaCounted':
      return { used: event.data.used, open: event.data.open, uncounted: 0 };
    default:
      return event satisfies never;
  }
}

/** An account's use of one month's quota of submissions. */
export const quota: Decider<QuotaState, QuotaCommand, QuotaEvent, DomainError> = {
  initial: { used: 0, open: [], uncounted: 0 },
  decide,
  evolve,
  isSummary: ({ type }) => type === 'SubmissionQuotaCounted',
};
