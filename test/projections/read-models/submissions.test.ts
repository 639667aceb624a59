import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { documentsOf } from '../documents-of.ts';
import { minute, submitted } from '../samples.ts';

const test = suite('projections/read-models/submissions');

const created = {
  account_id: 'acme',
  form_id: 'f1',
  form_title: 'Contact',
  form_version: 1,
  is_complete: true,
  submitted_at: minute(5),
  created_at: minute(5),
  source: 'api',
  answers: [{ fieldId: 'field-1', key: 'name', label: 'Your name', kind: 'short_text', value: 'Ada' }],
  payment: null,
};

test('a submission keeps its answers and the form as it was', () => {
  assert.equal(documentsOf(submissions, submitted('s1')), { s1: created, 'form:f1': { count: 1 } });
});

test('a payment is added to its submission alone', () => {
  const payment = {
    id: 'pay-1',
    provider: 'stripe',
    amount: 4_200_000_000,
    currency: 'EUR',
    paidAt: minute(6),
    fieldKey: 'fee',
  };
  const documents = documentsOf(submissions, submitted('s1'), submitted('s2'), {
    stream: 'submission-s1',
    event: { type: 'SubmissionPaymentCompleted', data: { payment, at: minute(6) } },
  });
  assert.equal(documents, {
    s1: { ...created, payment },
    s2: created,
    'form:f1': { count: 2 },
  });
});

test('submissions are counted for their form', () => {
  const documents = documentsOf(
    submissions,
    submitted('s1', { formId: 'f1' }),
    submitted('s2', { formId: 'f2' }),
    submitted('s3', { formId: 'f1' }),
  );
  assert.equal([documents['form:f1'], documents['form:f2']], [{ count: 2 }, { count: 1 }]);
});

test.run();
