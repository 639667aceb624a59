import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { audit, type AuditCommand } from '../../../domain/audit/decider.ts';
import type { AuditEvent } from '../../../domain/audit/events.ts';
import { fold } from '../../../domain/decider.ts';
import { given } from '../../support/spec.ts';

const test = suite('audit');
const at = '2026-03-01T12:00:00.000Z';

const erase = (submissionId: string): AuditCommand => ({
  type: 'EraseSubmission',
  submissionId,
  formId: 'f',
  at,
});
const stepsOf = (submissionId: string): AuditCommand[] => [
  erase(submissionId),
  { type: 'EraseDelivery', submissionId, deliveryId: `${submissionId}-w1`, at },
  { type: 'EraseDelivery', submissionId, deliveryId: `${submissionId}-w2`, at },
  { type: 'TombstoneErasure', submissionId, at },
  { type: 'ScrubErasure', submissionId, at },
  { type: 'CompleteErasure', submissionId, at },
];

/** What an account's stream holds after some commands. */
function historyOf(commands: readonly AuditCommand[]): AuditEvent[] {
  const history: AuditEvent[] = [];
  let state = audit.initial;
  for (const command of commands) {
    const decided = audit.decide(command, state);
    if (!decided.ok) throw new Error('an audit refuses nothing');
    state = fold(audit, state, decided.value, history.length);
    history.push(...decided.value);
  }
  return history;
}

test('each fact is recorded once, however often it is reported', () => {
  const told = stepsOf('s1').flatMap((command, index, all) => [command, ...all.slice(1, index), command]);
  const types = historyOf(told).map(({ type }) => type);
  const deliveries = ['DeliveryErased', 'DeliveryErased'];
  assert.equal(types, [
    'SubmissionErased',
    ...deliveries,
    'ErasureTombstoned',
    'ErasureScrubbed',
    'ErasureCompleted',
  ]);
});

test('a report on an erasure that is not in progress is not recorded', () => {
  for (const late of stepsOf('s1').slice(1)) {
    given(audit, []).when(late).then([]);
    given(audit, historyOf(stepsOf('s1')))
      .when(late)
      .then([]);
  }
});

test('the newest 200 events lead to the same state as the whole stream', () => {
  const open = ['o1', 'o2'].flatMap((id) => stepsOf(id).slice(0, 3));
  const past = Array.from({ length: 200 }, (_, n) => stepsOf(`s${n}`)).flat();
  const history = historyOf([...open, ...past]);
  const from = history.findLastIndex((event) => audit.isSummary?.(event));
  assert.ok(history.length - from <= 200, `${history.length - from} events`);
  const whole = fold(audit, audit.initial, history);
  assert.equal(fold(audit, audit.initial, history.slice(from)), whole);
  assert.equal([...whole.open.keys()], ['o1', 'o2']);
});

test('with very many erasures in progress the summary is postponed', () => {
  const many = Array.from({ length: 1_100 }, (_, n) => erase(`s${n}`));
  const history = historyOf(many);
  const last = history.findLastIndex((event) => audit.isSummary?.(event));
  assert.ok(last > 900 && last < 1_050, `the last at ${last}`);
  const done = Array.from({ length: 1_100 }, (_, n): AuditCommand => ({
    type: 'CompleteErasure',
    submissionId: `s${n}`,
    at,
  }));
  assert.ok(historyOf([...many, ...done]).some((event, index) => index > 1_100 && audit.isSummary?.(event)));
});

test.run();
