import { backOff } from '../../async/pause.ts';
import type { CommandDeps } from '../../commands/deps.ts';
import { defaultRetrySchedule, type RetrySchedule } from '../../domain/delivery/retry-schedule.ts';
import { notice, type NoticeCommand } from '../../domain/notice/decider.ts';
import type { NoticeCancelReason, NoticeOutcome } from '../../domain/notice/events.ts';
import type { ExistingNotice } from '../../domain/notice/state.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { LogUnavailable } from '../../log/log-errors.ts';
import { type HandOver, type HandOverDeps, mailChange, prepareHandOver } from './hand-over.ts';
import { composeChange } from './person-change.ts';
import { readerOf } from './reader.ts';

export interface AttemptDeps extends HandOverDeps, Pick<CommandDeps, 'now'> {
  readonly schedule?: RetrySchedule;
}

/** What an attempt has appended last; null if it has appended nothing. */
type Reached = bigint | null;

/**
 * Makes the due attempt of a notice. That it begins is recorded before the notice is handed over, at the revision that
 * was read: of several processes, one begins. Its outcome is recorded after.
 * @param signal ends the attempt
 * @returns the position of the last event; null if no attempt was due
 * @throws LogUnavailable before the notice was handed over
 */
export async function attemptNotice(
  deps: AttemptDeps,
  noticeId: string,
  signal: AbortSignal,
): Promise<Reached> {
  const { aggregates, now } = deps;
  const stream = streamOf.notice(noticeId);
  const { state, revision } = await aggregates.load(notice, stream);
  if (!state.exists || state.status !== 'pending') return null;
  // Another process began the attempt and ended: this one holds the lease, and so the other sends nothing any more.
  if (state.openAttempt !== null) return record(deps, state, state.openAttempt, { kind: 'interrupted' }, 0);
  const at = now().toISOString();
  if (state.dueAt === null || state.dueAt > at) return null;
  const cancel = async (reason: Extract<NoticeCommand, { type: 'CancelNotice' }>['reason']) =>
    (await executeAt(deps, state, revision, { type: 'CancelNotice', reason, at })).position;
  const handOver = await handOverOf(deps, state);
  if (!handOver.ok) return cancel(handOver.error);
  signal.throwIfAborted();
  const begun = await executeAt(deps, state, revision, { type: 'BeginAttempt', at });
  if (!begun.isDone) return null;
  const { outcome, retryAfterMs } = await handOver.value(signal).catch((error: unknown) => ({
    outcome: failureOf(error),
    retryAfterMs: 0,
  }));
  return record(deps, state, state.attempts + 1, outcome, retryAfterMs);
}

/** Prepares a notice for its reader. @returns why there is none, or nothing to tell */
async function handOverOf(
  deps: AttemptDeps,
  state: ExistingNotice,
): Promise<Result<HandOver, NoticeCancelReason>> {
  const { trigger } = state;
  if (trigger.kind === 'person.changed') {
    const mail = await composeChange(deps, state, trigger);
    return mail ? ok((signal) => mailChange(deps, state, mail, signal)) : err('no_member');
  }
  const reader = await readerOf(deps, { ...state, trigger });
  if (!reader.ok) return reader;
  const handOver = await prepareHandOver(deps, { ...state, trigger }, reader.value);
  return handOver ? ok(handOver) : err('subject_gone');
}

/** An error of our own came before the notice was handed over. */
const failureOf = (error: unknown): NoticeOutcome => ({
  kind: 'failed',
  code: null,
  reason: error instanceof Error ? error.name : 'it could not be handed over',
  mayHaveArrived: false,
});

const contextOf = ({ noticeId, accountId }: ExistingNotice): CommandContext => ({
  accountId,
  actor: { kind: 'system', id: 'notices' },
  correlationId: noticeId,
  causationId: noticeId,
});

async function executeAt(
  { aggregates }: Pick<CommandDeps, 'aggregates'>,
  state: ExistingNotice,
  revision: number,
  command: NoticeCommand,
): Promise<{ readonly isDone: boolean; readonly position: bigint | null }> {
  const stream = streamOf.notice(state.noticeId);
  const executed = await aggregates.executeAt(notice, stream, revision, [command], contextOf(state));
  if (!executed.ok) return { isDone: false, position: null };
  const { events, position } = executed.value;
  return { isDone: events.length > 0, position: events.length > 0 ? position : null };
}

/** While the log does not answer, the outcome is kept and recorded later: without it, the notice would be sent again. */
async function record(
  { aggregates, now, schedule = defaultRetrySchedule }: AttemptDeps,
  state: ExistingNotice,
  attempt: number,
  outcome: NoticeOutcome,
  retryAfterMs: number,
): Promise<Reached> {
  const command = {
    type: 'RecordAttempt',
    attempt,
    outcome,
    schedule,
    retryAfterMs,
    random: Math.random(),
    at: now().toISOString(),
  } as const;
  const stream = streamOf.notice(state.noticeId);
  const retry = backOff(200, 5_000);
  // Longer than a log is away in a change of its leader; then the next process finds the attempt without an outcome.
  const limit = AbortSignal.timeout(60_000);
  for (;;) {
    try {
      const executed = await aggregates.execute(notice, stream, [command], contextOf(state));
      return executed.ok ? executed.value.position : null;
    } catch (error) {
      if (!(error instanceof LogUnavailable) || limit.aborted) throw error;
      await retry.wait(limit);
    }
  }
}
