import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../domain/decider.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { Payment, SubmissionCreated, SubmissionEvent } from '../../domain/submission/events.ts';
import { given } from '../support/spec.ts';

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
const paid: SubmissionEvent = { type: 'SubmissionPaymentCompleted', data: { payment, at } };

test('is created once', () => {
  given(submission, [])
    .when({ type: 'CreateSubmission', formStatus: 'published', ...data })
    .then([created]);
  given(submission, [created])
    .when({ type: 'CreateSubmission', formStatus: 'published', ...data })
    .then({ code: 'already_exists' });
});

test('is taken by a published form only', () => {
  for (const status of ['draft', 'closed', 'archived'] as const)
    given(submission, [])
      .when({ type: 'CreateSubmission', formStatus: status, ...data })
      .then({ code: 'form_not_published', status });
});

test('a repeat is told as such even after the form was closed', () => {
  given(submission, [created])
    .when({ type: 'CreateSubmission', formStatus: 'closed', ...data })
    .then({ code: 'already_exists' });
});

test('is paid once: the same payment again changes nothing, another one is refused', () => {
  given(submission, [created]).when({ type: 'CompletePayment', payment, at }).then([paid]);
  given(submission, [created, paid]).when({ type: 'CompletePayment', payment, at }).then([]);
  given(submission, [created, paid])
    .when({ type: 'CompletePayment', payment: { ...payment, id: 'p2' }, at })
    .then({ code: 'already_exists' });
  given(submission, []).when({ type: 'CompletePayment', payment, at }).then({ code: 'not_found' });
});

test('holds what was created and the payment', () => {
  assert.equal(fold(submission, submission.initial, [created]), {
    exists: true,
    created: data,
    payment: null,
  });
  assert.equal(fold(submission, submission.initial, [created, paid]), {
    exists: true,
    created: data,
    payment,
  });
});

test.run();
