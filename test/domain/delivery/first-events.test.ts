import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { delivery, type DeliveryCommand } from '../../../domain/delivery/decider.ts';
import type { DeliveryEvent } from '../../../domain/delivery/events.ts';
import { type DeliveryState, stateOfPlan } from '../../../domain/delivery/state.ts';
import { type DeliverySubject, recordedPlanOf, subjectOf } from '../../../domain/delivery/subject.ts';
import { given } from '../../support/spec.ts';
import {
  answered,
  arrived,
  at,
  record,
  replayed,
  scheduled,
  skipped,
  stale,
  stateAfter,
  subject,
  timedOut,
} from './samples.ts';

const test = suite('the first event of a delivery');

test('has the status of its plan before its first event', () => {
  assert.equal(stateOfPlan({ subject, isSkipped: false }), stateAfter(scheduled));
  const plan = stateOfPlan({ subject, isSkipped: true });
  assert.equal([plan.status, plan.dueAt, plan.mayBeInProgress], ['skipped', null, false]);
});

test('its first event holds the plan, and is decided as for a delivery that was scheduled', () => {
  const planned = { subject, isSkipped: false };
  for (const command of [
    record(1, answered(204)),
    record(1, answered(404)),
    record(1, timedOut),
    { type: 'SkipDelivery', at },
    { type: 'CancelDelivery', reason: 'requested', note: 'ticket 12', at },
  ] as const) {
    const [first, ...others] = decided(command, stateAfter(scheduled));
    assert.ok(first);
    const data = { ...first.data, planned: recordedPlanOf(subject) };
    const begun = [{ ...first, data } as DeliveryEvent, ...others];
    given(delivery, [])
      .when({ ...command, planned })
      .then(begun);
    assert.equal(stateAfter(...begun), stateAfter(scheduled, first, ...others), command.type);
  }
});

test('one planned for a disabled destination is not attempted, skipped again or cancelled, but replayed', () => {
  const planned = { subject, isSkipped: true };
  given(delivery, [])
    .when({ ...record(1, answered(204)), planned })
    .then(stale(1, 'skipped'));
  given(delivery, []).when({ type: 'SkipDelivery', planned, at }).then([]);
  given(delivery, [])
    .when({ type: 'CancelDelivery', reason: 'requested', planned, at })
    .then({ code: 'invalid_transition', from: 'skipped', to: 'cancelled' });
  const recovery = { id: 'r1', statuses: ['skipped'] } as const;
  const data = { dueAt: at, recoveryId: 'r1', at, planned: recordedPlanOf(subject) };
  given(delivery, [])
    .when({ type: 'ReplayDelivery', recovery, planned, at })
    .then([{ type: 'DeliveryReplayRequested', data }]);
  const state = stateAfter({ type: 'DeliveryReplayRequested', data });
  assert.equal(state, { ...stateAfter(scheduled, skipped, replayed), recoveries: ['r1'] });
});

test('a plan that arrives after the first event changes nothing', () => {
  const planned = { subject: { ...subject, publicUrl: 'https://moved.test' }, isSkipped: true };
  given(delivery, [scheduled])
    .when({ ...record(1, answered(204)), planned })
    .then([arrived(1)]);
});

/** Returns the events that a command leads to. */
function decided(command: DeliveryCommand, state: DeliveryState): readonly DeliveryEvent[] {
  const result = delivery.decide(command, state);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

test('a recorded plan gives back its subject', () => {
  const changes: Partial<DeliverySubject>[] = [
    {},
    { includedQuestions: ['Name'], bodyVersion: 2 },
    { includedFields: ['q1'], bodyVersion: 3 },
    { kind: 'submission.payment_completed' },
    { kind: 'form.published', submissionId: null, source: { ...subject.source, stream: 'form-f1' } },
    { kind: 'ping', formId: null, submissionId: null },
  ];
  for (const change of changes) {
    const one: DeliverySubject = { ...subject, ...change };
    assert.equal(subjectOf(recordedPlanOf(one)), one, one.kind);
  }
});

test.run();
