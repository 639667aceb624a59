import Type, { type Static } from 'typebox';
import { type EventOf, type Upcaster, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';
import { Channel } from './kinds.ts';
import { NoticeTrigger } from './trigger.ts';

/** The outcome of an attempt. It names no address: replies of servers are recorded without. */
export const NoticeOutcome = Type.Union([
  /** The server has taken it over. */
  Type.Object({ kind: Type.Literal('sent') }),
  /** It is refused for good. `code`: the reply of SMTP or the status of HTTP; null without a reply. */
  Type.Object({
    kind: Type.Literal('refused'),
    code: Type.Union([Type.Integer(), Type.Null()]),
    reason: Type.String(),
  }),
  /** `mayHaveArrived`: the server had it, or a part of it, and did not reply. */
  Type.Object({
    kind: Type.Literal('failed'),
    code: Type.Union([Type.Integer(), Type.Null()]),
    reason: Type.String(),
    mayHaveArrived: Type.Boolean(),
  }),
  /** The process ended before it could record an outcome. */
  Type.Object({ kind: Type.Literal('interrupted') }),
]);
export type NoticeOutcome = Static<typeof NoticeOutcome>;

/** Why a notice is not sent: the recipient is no member, or may not see its subject, or stopped such notices; or its subject is gone. */
export const noticeCancelReasons = ['no_member', 'not_permitted', 'stopped', 'subject_gone'] as const;
export const NoticeCancelReason = Type.Enum(noticeCancelReasons);
export type NoticeCancelReason = Static<typeof NoticeCancelReason>;

const unchanged: Upcaster = (data) => ({ ...data });

/** A notice to one person through one channel, in the stream `notice-{noticeId}`. It has no address and no name. */
export const noticeEvents = {
  /** `accountId`: empty for a change of how the person signs in. */
  NoticePlanned: {
    version: 2,
    schema: Type.Object({
      noticeId: Type.String(),
      accountId: Type.String(),
      personId: Type.String(),
      channel: Channel,
      trigger: NoticeTrigger,
      /** When that happened. */
      occurredAt: Timestamp,
      at: Timestamp,
    }),
    upcasters: { 1: unchanged },
    envelope: { account: 'accountId', stream: 'noticeId' },
  },
  /** Recorded before the notice is handed over: without an outcome after it, it is not known whether it arrived. */
  NoticeAttemptBegun: v1(Type.Object({ attempt: Type.Integer({ minimum: 1 }), at: Timestamp })),
  NoticeAttempted: v1(
    Type.Object({
      attempt: Type.Integer({ minimum: 1 }),
      outcome: NoticeOutcome,
      /** Null if no further attempt follows. */
      nextAttemptAt: Type.Union([Timestamp, Type.Null()]),
      at: Timestamp,
    }),
  ),
  NoticeCancelled: v1(Type.Object({ reason: NoticeCancelReason, at: Timestamp })),
};

export type NoticeEvent = EventOf<typeof noticeEvents>;
