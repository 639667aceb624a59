import type { Decider } from '../decider.ts';
import type { Actor } from '../event.ts';
import { ok } from '../result.ts';
import type { ClosingEvent, RecordCounts } from './events.ts';

export type ClosingCommand =
  | {
      type: 'StartErasure';
      accountId: string;
      closedAt: string;
      closedBy?: Actor;
      records: RecordCounts;
      at: string;
    }
  /** `streams` were deleted since `from`, which a process that was overtaken no longer knows. */
  | { type: 'ReportProgress'; streams: number; from: string | null; through: string; at: string }
  | { type: 'Tombstone'; at: string }
  | { type: 'Scrub'; at: string }
  | { type: 'Complete'; at: string };

/** The next step of an erasure: delete the streams, purge the log's files, purge the read store's files. */
export type ClosingStage = 'deletion' | 'log' | 'read_store';

export interface ClosingState {
  /** Null before the start, and once the account is erased. */
  readonly stage: ClosingStage | null;
  readonly isErased: boolean;
  readonly records: RecordCounts;
  /** The number of deleted streams, and the log position up to which streams were looked for; null before the first. */
  readonly streams: number;
  readonly through: string | null;
}

function decide(command: ClosingCommand, { stage, isErased, through, records, streams }: ClosingState) {
  const { at } = command;
  switch (command.type) {
    case 'StartErasure': {
      const { type: _, ...data } = command;
      return ok<ClosingEvent[]>(stage === null && !isErased ? [{ type: 'AccountErasureStarted', data }] : []);
    }
    case 'ReportProgress': {
      const data = { streams: streams + command.streams, through: command.through, at };
      const isNext = stage === 'deletion' && command.from === through;
      return ok<ClosingEvent[]>(isNext ? [{ type: 'AccountErasureProgressed', data }] : []);
    }
    case 'Tombstone':
      return ok<ClosingEvent[]>(stage === 'deletion' ? [{ type: 'AccountTombstoned', data: { at } }] : []);
    case 'Scrub':
      return ok<ClosingEvent[]>(stage === 'log' ? [{ type: 'AccountScrubbed', data: { at } }] : []);
    case 'Complete':
      return ok<ClosingEvent[]>(
        stage === 'read_store' ? [{ type: 'AccountErased', data: { records, streams, at } }] : [],
      );
    default:
      return command satisfies never;
  }
}

function evolve(state: ClosingState, event: ClosingEvent): ClosingState {
  switch (event.type) {
    case 'AccountErasureStarted':
      return { ...state, stage: 'deletion', records: event.data.records };
    case 'AccountErasureProgressed':
      return { ...state, streams: event.data.streams, through: event.data.through };
    case 'AccountTombstoned':
      return { ...state, stage: 'log' };
    case 'AccountScrubbed':
      return { ...state, stage: 'read_store' };
    case 'AccountErased':
      return { ...state, stage: null, isErased: true };
    default:
      return event satisfies never;
  }
}

/** The erasure of a closed account. It records each step once, whichever processes report it. */
export const closing: Decider<ClosingState, ClosingCommand, ClosingEvent, never> = {
  initial: { stage: null, isErased: false, records: {}, streams: 0, through: null },
  decide,
  evolve,
};
