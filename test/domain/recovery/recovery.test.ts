import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { recovery, type RecoveryCommand } from '../../../domain/recovery/decider.ts';
import type { RecoveryEvent } from '../../../domain/recovery/events.ts';
import { given } from '../../support/spec.ts';

const test = suite('recovery');
const at = '2026-03-01T12:00:00.000Z';

const request = {
  recoveryId: 'r1',
  accountId: 'acc',
  action: 'send' as const,
  selection: {
    destinationId: 'd1',
    since: at,
    sincePosition: null,
    until: at,
    kind: null,
    formId: null,
    statuses: ['failed' as const],
  },
  total: 3,
  perSecond: 50,
  at,
};
const requested: RecoveryEvent = { type: 'RecoveryRequested', data: request };
const ids = ['w1', 'w2'];
const place = { at, id: 'w2' };
const taken = (batch: number): RecoveryEvent => ({
  type: 'RecoveryBatchTaken',
  data: { batch, deliveryIds: ids, place, at },
});
const progressed = (batch: number): RecoveryEvent => ({
  type: 'RecoveryProgressed',
  data: { batch, replayed: 1, passedOver: 1, at },
});
const paused: RecoveryEvent = { type: 'RecoveryPaused', data: { reason: 'operator', at } };
const resumed: RecoveryEvent = { type: 'RecoveryResumed', data: { at } };
const cancelled: RecoveryEvent = { type: 'RecoveryCancelled', data: { at } };
const completed: RecoveryEvent = { type: 'RecoveryCompleted', data: { at } };

const take = (batch: number): RecoveryCommand => ({ type: 'TakeBatch', batch, deliveryIds: ids, place, at });
const progress = (batch: number): RecoveryCommand => ({
  type: 'RecordProgress',
  batch,
  replayed: 1,
  passedOver: 1,
  at,
});
const complete = (batch: number): RecoveryCommand => ({ type: 'CompleteRecovery', batch, at });
const pause: RecoveryCommand = { type: 'PauseRecovery', reason: 'operator', at };
const resume: RecoveryCommand = { type: 'ResumeRecovery', at };
const cancel: RecoveryCommand = { type: 'CancelRecovery', at };
const stale = (what: string) => ({ code: 'stale', message: what }) as const;

test('is requested once', () => {
  given(recovery, [])
    .when({ type: 'RequestRecovery', ...request })
    .then([requested]);
  given(recovery, [requested])
    .when({ type: 'RequestRecovery', ...request })
    .then({ code: 'already_exists' });
});

test('its summaries keep its action, its statuses and its reason', () => {
  const asked = { ...request, action: 'cancel' as const, note: 'replaced' };
  const state = recovery.evolve(recovery.initial, { type: 'RecoveryRequested', data: asked }, 0);
  if (!state.exists) throw new Error('not requested');
  const decided = recovery.decide(take(1), { ...state, unsummarized: 100 });
  const summary = decided.ok ? decided.value[0] : null;
  if (summary?.type !== 'RecoverySummarized') throw new Error('no summary');
  const { action, note, selection } = summary.data;
  assert.equal([action, note, selection], ['cancel', 'replaced', request.selection]);
});

test('records nothing before it is requested', () => {
  for (const command of [take(1), progress(1), complete(0), pause, resume, cancel])
    given(recovery, []).when(command).then({ code: 'not_found' });
});

test('takes a batch, reports its outcome, takes the next, and ends', () => {
  given(recovery, [requested])
    .when(take(1))
    .then([taken(1)]);
  given(recovery, [requested, taken(1)])
    .when(progress(1))
    .then([progressed(1)]);
  given(recovery, [requested, taken(1), progressed(1)])
    .when(take(2))
    .then([taken(2)]);
  given(recovery, [requested, taken(1), progressed(1)])
    .when(complete(1))
    .then([completed]);
});

test('takes one batch at a time, each once: a superseded process is refused', () => {
  given(recovery, [requested, taken(1)])
    .when(take(2))
    .then(stale('TakeBatch 2 of a running recovery at 1'));
  given(recovery, [requested, taken(1)])
    .when(complete(1))
    .then(stale('CompleteRecovery 1 of a running recovery at 1'));
  given(recovery, [requested, taken(1), progressed(1)])
    .when(progress(1))
    .then(stale('RecordProgress 1 of a running recovery at 1'));
  given(recovery, [requested, taken(1), progressed(1)])
    .when(take(1))
    .then(stale('TakeBatch 1 of a running recovery at 1'));
  given(recovery, [requested, taken(1), progressed(1)])
    .when(complete(0))
    .then(stale('CompleteRecovery 0 of a running recovery at 1'));
});

test('pauses and resumes; an open batch is finished during a pause, and no other is started', () => {
  given(recovery, [requested]).when(pause).then([paused]);
  given(recovery, [requested, paused]).when(pause).then([]);
  given(recovery, [requested, paused]).when(resume).then([resumed]);
  given(recovery, [requested]).when(resume).then([]);
  given(recovery, [requested, taken(1), paused])
    .when(progress(1))
    .then([progressed(1)]);
  given(recovery, [requested, paused]).when(take(1)).then(stale('TakeBatch 1 of a paused recovery at 0'));
  given(recovery, [requested, paused, resumed])
    .when(take(1))
    .then([taken(1)]);
});

test('is cancelled for good while it runs or is paused', () => {
  given(recovery, [requested]).when(cancel).then([cancelled]);
  given(recovery, [requested, paused]).when(cancel).then([cancelled]);
  given(recovery, [requested, cancelled]).when(cancel).then([]);
  given(recovery, [requested, taken(1), cancelled])
    .when(progress(1))
    .then([progressed(1)]);
  for (const [command, to] of [
    [pause, 'paused'],
    [resume, 'running'],
  ] as const)
    given(recovery, [requested, cancelled])
      .when(command)
      .then({ code: 'invalid_transition', from: 'cancelled', to });
});

test('a completed recovery cannot be paused, resumed or cancelled', () => {
  for (const [command, to] of [
    [pause, 'paused'],
    [resume, 'running'],
    [cancel, 'cancelled'],
  ] as const)
    given(recovery, [requested, completed])
      .when(command)
      .then({ code: 'invalid_transition', from: 'completed', to });
});

/** What a recovery writes that takes so many batches, one after the other. */
function historyOf(batches: number): RecoveryEvent[] {
  const history: RecoveryEvent[] = [requested];
  let state = recovery.evolve(recovery.initial, requested, 0);
  for (let batch = 1; batch <= batches; batch++)
    for (const command of [take(batch), progress(batch)]) {
      const decided = recovery.decide(command, state);
      if (!decided.ok) throw new Error(decided.error.code);
      for (const event of decided.value) {
        state = recovery.evolve(state, event, history.length);
        history.push(event);
      }
    }
  return history;
}

const fold = (events: readonly RecoveryEvent[]) =>
  events.reduce((state, event, revision) => recovery.evolve(state, event, revision), recovery.initial);

test('the newest 200 events lead to the same state as the whole stream', () => {
  for (const batches of [99, 100, 149, 400]) {
    const history = historyOf(batches);
    const from = history.findLastIndex((event) => recovery.isSummary?.(event));
    assert.ok(history.length - from <= 200, `${history.length - from} events after ${batches} batches`);
    assert.equal(fold(history.slice(from)), fold(history));
  }
});

test.run();
