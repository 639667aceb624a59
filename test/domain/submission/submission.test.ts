import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import { maxRefusals, submission } from '../../../domain/submission/decider.ts';
import type {
  Payment,
  RefusedPayment,
  SubmissionCreated,
  SubmissionEvent,
} from '../../../domain/submission/events.ts';
import { given, play } from '../../support/spec.ts';

const test = suite('submission');
const at = '2026-03-01T12:00:00.000Z';

const data: SubmissionCreated['data'] = {
  submissionId: 's1',
  accountId: 'acc',
  form: { id: 'f1', revision: 1 },
  answers: ['Ann'],
  isComplete: true,
  source: 'api',
  requestHash: 'ab'.repeat(32),
  at,
};
const created: SubmissionEvent = { type: 'SubmissionCreated', data };
const payment: Payment = {
  id: 'p1',
  provider: 'stripe',
  amount: 1500,
  currency: 'EUR',
  paidAt: at,
  fieldKey: 'fee',
};
const paid: SubmissionEvent = {
  type: 'SubmissionPaymentCompleted',
  data: { payment, formId: data.form.id, at },
};

test('is created once', () => {
  given(submission, [])
    .when({ type: 'CreateSubmission', formStatus: 'published', ...data })
    .then([created]);
  given(submission, [created])
    .when({ type: 'CreateSubmission', formStatus: 'published', ...data })
    .then({ code: 'already_exists' });
});

test('is accepted by a published form only', () => {
  for (const status of ['draft', 'closed', 'archived'] as const)
    given(submission, [])
      .when({ type: 'CreateSubmission', formStatus: status, ...data })
      .then({ code: 'form_not_published', status });
});

test('a repetition is recognised even after the form was closed', () => {
  given(submission, [created])
    .when({ type: 'CreateSubmission', formStatus: 'closed', ...data })
    .then({ code: 'already_exists' });
});

test('is paid once: a repeated payment changes nothing, another one is refused', () => {
  given(submission, [created]).when({ type: 'CompletePayment', payment, at }).then([paid]);
  given(submission, [created, paid]).when({ type: 'CompletePayment', payment, at }).then([]);
  given(submission, [created, paid])
    .when({ type: 'CompletePayment', payment: { ...payment, id: 'p2' }, at })
    .then({ code: 'already_exists' });
  given(submission, []).when({ type: 'CompletePayment', payment, at }).then({ code: 'not_found' });
});

const refusal: RefusedPayment = {
  reason: 'different_amount',
  payment: { id: 'p1', provider: 'stripe', amount: 1, currency: 'EUR', paidAt: null, field: 'fee' },
  expected: { fieldId: 'q1', fieldKey: 'fee', amount: 1500, currency: 'EUR', paidAt: null },
  at,
};
const refusedEvent: SubmissionEvent = { type: 'SubmissionPaymentRefused', data: refusal };

test('records a refused payment once, however often it is confirmed', () => {
  given(submission, [created])
    .when({ type: 'RefusePayment', ...refusal })
    .then([refusedEvent]);
  const later = { ...refusal, at: '2026-03-02T12:00:00.000Z' };
  given(submission, [created, refusedEvent])
    .when({ type: 'RefusePayment', ...later })
    .then([]);
  for (const change of [
    { id: 'p2' },
    { provider: 'bank' },
    { amount: 2 },
    { currency: 'USD' },
    { paidAt: at },
    { field: 'q1' },
  ]) {
    const other = { ...refusal, payment: { ...refusal.payment, ...change } };
    given(submission, [created, refusedEvent])
      .when({ type: 'RefusePayment', ...other })
      .then([{ type: 'SubmissionPaymentRefused', data: other }]);
  }
  given(submission, [])
    .when({ type: 'RefusePayment', ...refusal })
    .then({ code: 'not_found' });
});

test('records a limited number of refused payments', () => {
  const numbered = (n: number) => ({ ...refusal, payment: { ...refusal.payment, id: `p${n}` } });
  const { events } = play(submission, [
    { type: 'CreateSubmission', formStatus: 'published', ...data },
    ...Array.from(
      { length: 3 * maxRefusals },
      (_, n) => ({ type: 'RefusePayment', ...numbered(n) }) as const,
    ),
    { type: 'CompletePayment', payment, at },
  ]);
  assert.is(events.length, 1 + maxRefusals + 1);
  assert.equal(events.at(-1), paid);
});

test('a payment is the same whatever the case of its provider', () => {
  given(submission, [created, paid])
    .when({ type: 'CompletePayment', payment: { ...payment, provider: 'Stripe' }, at })
    .then([]);
  given(submission, [created, paid])
    .when({ type: 'CompletePayment', payment: { ...payment, provider: 'bank' }, at })
    .then({ code: 'already_exists' });
});

test('holds the created data and the payment', () => {
  assert.equal(fold(submission, submission.initial, [created]), {
    exists: true,
    begun: data,
    present: data,
    isExpired: false,
    reservation: null,
    linksRevokedAt: null,
    payment: null,
    refusals: [],
  });
  assert.equal(fold(submission, submission.initial, [created, paid]), {
    exists: true,
    begun: data,
    present: data,
    isExpired: false,
    reservation: null,
    linksRevokedAt: null,
    payment,
    refusals: [],
  });
});

test.run();
