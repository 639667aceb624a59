import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import { submission } from '../../../domain/submission/decider.ts';
import type { SubmissionEvent } from '../../../domain/submission/events.ts';
import { given } from '../../support/spec.ts';

const test = suite('partial submissions');
const at = '2026-03-01T12:00:00.000Z';
const later = '2026-03-02T12:00:00.000Z';
const expiresAt = '2026-03-31T12:00:00.000Z';
const form = { id: 'f1', revision: 1 };
const open = { status: 'published', until: null } as const;

const beginning = {
  submissionId: 's1',
  accountId: 'acc',
  form,
  answers: ['Ann', null, '0664 1234567'],
  e164: { q3: '+436641234567' },
  source: 'form' as const,
  lastFieldId: 'q3',
  expiresAt,
  at,
};
const started: SubmissionEvent = { type: 'SubmissionStarted', data: beginning };
const changes = [
  { index: 1, fieldId: 'q2', value: 44 },
  { index: 2, fieldId: 'q3', value: null },
];
const saving = { changes, lastFieldId: 'q2', expiresAt: '2026-04-01T12:00:00.000Z', at: later };
const saved: SubmissionEvent = { type: 'SubmissionSaved', data: saving };
const completion = {
  submissionId: 's1',
  accountId: 'acc',
  form,
  answers: ['Ann', 44, null],
  source: 'form' as const,
  reservation: 'quota-acc-2026-03@0',
  startedAt: at,
  at: later,
};
const completed: SubmissionEvent = { type: 'SubmissionCompleted', data: completion };
const expired: SubmissionEvent = { type: 'SubmissionExpired', data: { at: expiresAt } };
const correction = {
  submissionId: 's1',
  accountId: 'acc',
  form,
  answers: ['Anna', 44, null],
  source: 'form' as const,
  startedAt: at,
  submittedAt: later,
  reason: 'A typing error',
  by: 'owner' as const,
  at: '2026-03-05T12:00:00.000Z',
};
const corrected: SubmissionEvent = { type: 'SubmissionCorrected', data: correction };

const save = { type: 'SaveAnswers', ...saving, completable: open } as const;
const complete = { type: 'CompleteSubmission', ...completion, completable: open } as const;
const correct = { type: 'CorrectSubmission', ...correction } as const;

test('is begun once, in a published form only', () => {
  const start = { type: 'StartSubmission', formStatus: 'published', ...beginning } as const;
  given(submission, []).when(start).then([started]);
  given(submission, [started]).when(start).then({ code: 'already_exists' });
  given(submission, [])
    .when({ ...start, formStatus: 'closed' })
    .then({ code: 'form_not_published', status: 'closed' });
});

test('is saved with what differs alone, and not at all where nothing does', () => {
  given(submission, [started]).when(save).then([saved]);
  given(submission, [started, saved]).when(save).then([]);
  const [first, second] = changes;
  assert.ok(first && second);
  given(submission, [started])
    .when({ ...save, changes: [{ ...first, value: null }, second] })
    .then([{ type: 'SubmissionSaved', data: { ...saving, changes: [second] } }]);
  given(submission, []).when(save).then({ code: 'not_found' });
});

test('is completed once, and then neither saved nor completed', () => {
  given(submission, [started, saved]).when(complete).then([completed]);
  for (const command of [save, complete])
    given(submission, [started, saved, completed]).when(command).then({ code: 'submission_complete' });
});

test('is saved and completed while the form is published, or for a time after it was closed', () => {
  for (const command of [save, complete]) {
    const when = (completable: typeof save.completable | { status: 'closed'; until: string | null }) =>
      given(submission, [started]).when({ ...command, completable });
    const after = command === save ? [saved] : [completed];
    when({ status: 'closed', until: '2026-03-02T12:00:00.001Z' }).then(after);
    when({ status: 'closed', until: later }).then({ code: 'form_not_published', status: 'closed' });
    when({ status: 'closed', until: null }).then({ code: 'form_not_published', status: 'closed' });
    for (const status of ['archived', 'draft'] as const)
      given(submission, [started])
        .when({ ...command, completable: { status, until: null } })
        .then({ code: 'form_not_published', status });
  }
});

test('expires when its time has come, once, and is neither saved nor completed from then on', () => {
  given(submission, [started]).when({ type: 'ExpireSubmission', at: '2026-03-31T11:59:59.999Z' }).then([]);
  given(submission, [started]).when({ type: 'ExpireSubmission', at: expiresAt }).then([expired]);
  // A save has moved the time.
  given(submission, [started, saved]).when({ type: 'ExpireSubmission', at: expiresAt }).then([]);
  given(submission, [started, expired]).when({ type: 'ExpireSubmission', at: expiresAt }).then([]);
  given(submission, [started, completed])
    .when({ type: 'ExpireSubmission', at: '2027-01-01T00:00:00.000Z' })
    .then([]);
  given(submission, []).when({ type: 'ExpireSubmission', at: expiresAt }).then([]);
  for (const command of [save, complete])
    given(submission, [started, expired]).when(command).then({ code: 'submission_expired' });
});

test('only a complete submission is corrected, and only where an answer changes', () => {
  given(submission, [started, completed]).when(correct).then([corrected]);
  given(submission, [started, completed, corrected]).when(correct).then([]);
  given(submission, [started]).when(correct).then({ code: 'submission_incomplete' });
  given(submission, []).when(correct).then({ code: 'not_found' });
});

test('reservations are revoked until it is complete or expired', () => {
  const revoke = { type: 'RevokeReservations', at: later } as const;
  const lapsed: SubmissionEvent = { type: 'SubmissionReservationLapsed', data: { at: later } };
  given(submission, [started, saved]).when(revoke).then([lapsed]);
  given(submission, [started, completed]).when(revoke).then([]);
  given(submission, [started, expired]).when(revoke).then([]);
});

test('holds the first answers and the present ones', () => {
  const stateAfter = (...events: SubmissionEvent[]) => {
    const state = fold(submission, submission.initial, events);
    assert.ok(state.exists);
    return state;
  };
  const first = { ...beginning, isComplete: false, startedAt: at };
  assert.equal(stateAfter(started).present, first);
  const { e164: _, ...withoutNumber } = first;
  assert.equal(stateAfter(started, saved), {
    exists: true,
    begun: first,
    present: {
      ...withoutNumber,
      answers: ['Ann', 44, null],
      lastFieldId: 'q2',
      expiresAt: saving.expiresAt,
      savedAt: later,
    },
    isExpired: false,
    reservation: null,
    linksRevokedAt: null,
    payment: null,
    refusals: [],
  });
  const { reservation, ...whole } = completion;
  const done = stateAfter(started, saved, completed);
  assert.equal([done.present, done.reservation], [{ ...whole, isComplete: true }, reservation]);
  const { reason: __, by: ___, submittedAt, at: correctedAt, ...answered } = correction;
  const twice = stateAfter(started, saved, completed, corrected, corrected);
  const present = { ...answered, isComplete: true, at: submittedAt, correctedAt, corrections: 2 };
  assert.equal([twice.begun, twice.present], [first, present]);
});

test('the links of a complete submission are revoked, which changes no answer', () => {
  const revoke = { type: 'RevokeLinks', at: later } as const;
  const revoked: SubmissionEvent = { type: 'SubmissionLinksRevoked', data: { at: later } };
  given(submission, []).when(revoke).then({ code: 'not_found' });
  given(submission, [started]).when(revoke).then([]);
  given(submission, [started, completed]).when(revoke).then([revoked]);
  const before = fold(submission, submission.initial, [started, completed]);
  const after = fold(submission, submission.initial, [started, completed, revoked]);
  assert.ok(before.exists && after.exists);
  assert.equal([after.present, after.linksRevokedAt], [before.present, later]);
});

test.run();
