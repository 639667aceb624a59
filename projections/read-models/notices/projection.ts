import type { NoticeCancelReason, NoticeOutcome } from '../../../domain/notice/events.ts';
import type { Channel } from '../../../domain/notice/kinds.ts';
import { type NoticeStatus, statusAfter } from '../../../domain/notice/state.ts';
import type { NoticeTrigger } from '../../../domain/notice/trigger.ts';
import { idAfter, type Index, type Projection } from '../../projection.ts';

export type NoticeDocument = Readonly<{
  account_id: string;
  person_id: string;
  channel: Channel;
  trigger: NoticeTrigger;
  status: NoticeStatus;
  occurred_at: string;
  created_at: string;
  updated_at: string;
  attempts: readonly Readonly<{ attempt: number; at: string; outcome: NoticeOutcome }>[];
  cancelled_because: NoticeCancelReason | null;
  /** When the next attempt is due; absent if none follows. */
  due_at?: string;
}>;

/** The index of the notices that are to be sent. */
export const dueIndex = { keys: { due_at: 1 }, sparse: true } as const satisfies Index;
const noticeIndexes = {
  ofAccount: { account_id: 1, created_at: -1, _id: -1 },
  ofPerson: { account_id: 1, person_id: 1, created_at: -1, _id: -1 },
} as const satisfies Record<string, Index['keys']>;

/** Each notice with its attempts. */
export const notices: Projection<NoticeDocument> = {
  name: 'notices',
  version: 1,
  streamPrefixes: ['notice-'],
  indexes: [{ keys: noticeIndexes.ofAccount }, { keys: noticeIndexes.ofPerson }, dueIndex],
  accountListing: { at: 'created_at' },
  keyOfStream: (stream) => idAfter('notice-', stream),
  key: ({ stream }) => idAfter('notice-', stream),
  on: {
    NoticePlanned: (_, { event: { data } }) => ({
      account_id: data.accountId,
      person_id: data.personId,
      channel: data.channel,
      trigger: data.trigger,
      status: 'pending',
      occurred_at: data.occurredAt,
      created_at: data.at,
      updated_at: data.at,
      attempts: [],
      cancelled_because: null,
      due_at: data.at,
    }),
    NoticeAttempted: (doc, { event: { data } }) => {
      if (!doc) return null;
      const { due_at: _, ...rest } = doc;
      const { attempt, outcome, nextAttemptAt, at } = data;
      return {
        ...rest,
        status: statusAfter(outcome, nextAttemptAt),
        updated_at: at,
        attempts: [...doc.attempts, { attempt, at, outcome }],
        ...(nextAttemptAt !== null && { due_at: nextAttemptAt }),
      };
    },
    NoticeCancelled: (doc, { event: { data } }) => {
      if (!doc) return null;
      const { due_at: _, ...rest } = doc;
      return { ...rest, status: 'cancelled', updated_at: data.at, cancelled_because: data.reason };
    },
  },
};
