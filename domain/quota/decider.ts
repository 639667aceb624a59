import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import { nextMonth } from '../time.ts';
import type { QuotaEvent } from './events.ts';
import { addRevision, hasRevision, type Revisions, withoutRevision } from './revisions.ts';

/** A submission that counts against a quota, and its form. */
export interface Counted {
  readonly submissionId: string;
  /** Null if an old reservation does not name the form. */
  readonly formId: string | null;
}

/** The settlement of a reservation. */
export interface Settlement {
  /** The revision of the reservation. */
  readonly reservation: number;
  /** Submissions that were never created: their places are free again. */
  readonly unused: readonly Counted[];
}

export type QuotaCommand =
  | {
      type: 'ReserveSubmissions';
      /** As many of these, in order, are granted a place as fit under `limit`. */
      submissions: readonly Counted[];
      /** These are granted places too, if all of `submissions` are, up to a share of the free places. */
      ahead?: readonly Counted[];
      /** Reservations of the same process whose places are all taken. */
      settled?: readonly number[];
      limit: number;
      at: string;
    }
  /** Settles reservations; has no effect on settled ones. */
  | { type: 'SettleReservations'; settlements: readonly Settlement[]; at: string };

export interface QuotaState {
  /** Reserved and taken places. */
  readonly used: number;
  /** The reservations that are not settled. */
  readonly open: Revisions;
  /** The number of events since the last summary. */
  readonly uncounted: number;
}

/**
 * The share of the free places that one process may reserve ahead of requests: many far from the limit, none
 * near it.
 */
const shareAhead = 1 / 20;
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
    case 'ReserveSubmissions':
      return reserve(command, state);
    case 'SettleReservations':
      return ok<QuotaEvent[]>(settle(command.settlements, state, command.at));
    default:
      return command satisfies never;
  }
}

function reserve(
  { submissions, ahead = [], settled = [], limit, at }: Extract<QuotaCommand, { type: 'ReserveSubmissions' }>,
  state: QuotaState,
) {
  const free = Math.max(0, limit - state.used);
  const granted = submissions.slice(0, free);
  if (granted.length === 0)
    return err({ code: 'quota_exceeded', limit, current: state.used, resetsAt: nextMonth(at) } as const);
  const share = Math.max(0, Math.floor((free - submissions.length) * shareAhead));
  const settlements = settled.map((reservation) => ({ reservation, unused: [] }));
  const reserved = byForm([...granted, ...ahead.slice(0, share)]);
  return ok<QuotaEvent[]>([
    ...settle(settlements, state, at),
    ...reserved.map(([formId, submissionIds]): QuotaEvent => {
      const data = { submissionIds, formId, at };
      return { type: 'SubmissionQuotaReserved', data };
    }),
  ]);
}

/**
 * One event for each form that regains places, or one for all if none does; the first names the reservations.
 */
function settle(settlements: readonly Settlement[], { open }: QuotaState, at: string): QuotaEvent[] {
  const ended = settlements.filter(({ reservation }) => hasRevision(open, reservation));
  if (ended.length === 0) return [];
  const reservations = ended.map(({ reservation }) => reservation);
  const unused = byForm(ended.flatMap((settlement) => settlement.unused));
  const forms = unused.length > 0 ? unused : [[null, []] as const];
  return forms.map(([formId, submissionIds], index) => ({
    type: 'SubmissionQuotaSettled',
    data: { reservations: index === 0 ? reservations : [], submissionIds: [...submissionIds], formId, at },
  }));
}

function byForm(submissions: readonly Counted[]): [formId: string | null, submissionIds: string[]][] {
  const forms = new Map<string | null, string[]>();
  for (const { submissionId, formId } of submissions) {
    const ids = forms.get(formId);
    if (ids) ids.push(submissionId);
    else forms.set(formId, [submissionId]);
  }
  return [...forms];
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
