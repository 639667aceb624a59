import { defaultRetrySchedule } from '../../../domain/delivery/retry-schedule.ts';
import { notice } from '../../../domain/notice/decider.ts';
import type { NoticeOutcome } from '../../../domain/notice/events.ts';
import { channels } from '../../../domain/notice/kinds.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { Fact } from '../samples.ts';
import { decidedStreams } from './decided.ts';
import { accountOf } from './random-webhooks.ts';

const outcomes: readonly NoticeOutcome[] = [
  { kind: 'sent' },
  { kind: 'refused', code: 550, reason: 'no such mailbox' },
  { kind: 'failed', code: null, reason: 'no reply', mayHaveArrived: true },
  { kind: 'failed', code: 421, reason: 'busy', mayHaveArrived: false },
  { kind: 'interrupted' },
];

/** The notices of a random history: planned, attempted some times, and sent, given up or cancelled. */
export function randomNotices(random: () => number, prefix: string) {
  const one = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
  const notices = decidedStreams(notice, streamOf.notice);
  const planned: string[] = [];

  function plan(personId: string, at: string): readonly Fact[] {
    const noticeId = `${prefix}notice${planned.length}`;
    planned.push(noticeId);
    const trigger = { kind: 'form.closed', formId: `${prefix}f0` } as const;
    const channel = one(channels) ?? 'mail';
    const of = { noticeId, accountId: accountOf(prefix), personId, channel, trigger, occurredAt: at };
    return notices.run(noticeId, { type: 'PlanNotice', notice: of, at });
  }

  function progress(noticeId: string, at: string): readonly Fact[] {
    const state = notices.state(noticeId);
    if (!state.exists) return [];
    const { openAttempt: attempt } = state;
    if (attempt === null && random() < 0.2)
      return notices.run(noticeId, { type: 'CancelNotice', reason: 'no_member', at });
    if (attempt === null) return notices.run(noticeId, { type: 'BeginAttempt', at });
    const outcome = one(outcomes) ?? { kind: 'sent' };
    const how = { schedule: defaultRetrySchedule, retryAfterMs: 0, random: random() };
    return notices.run(noticeId, { type: 'RecordAttempt', attempt, outcome, ...how, at });
  }

  return {
    /** Plans a notice to a person, or has another one go on. */
    change(personId: string, at: string): readonly Fact[] {
      const noticeId = one(planned);
      const facts = noticeId !== undefined && random() < 0.7 ? progress(noticeId, at) : [];
      return facts.length > 0 ? facts : plan(personId, at);
    },
  };
}
