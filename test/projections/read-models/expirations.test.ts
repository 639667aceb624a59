import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { expirations } from '../../../projections/read-models/expirations/projection.ts';
import { documentsOf } from '../documents-of.ts';
import { type Fact, minute } from '../samples.ts';

const test = suite('projections/read-models/expirations');

const erased = (submissionId: string, formId: string, expired?: { lastFieldId: string | null }): Fact => ({
  stream: 'audit-acme',
  event: {
    type: 'SubmissionErased',
    data: { submissionId, formId, ...(expired && { expired }), at: minute(9) },
  },
});

test('expired submissions are counted by the last answered field, and other erasures not at all', () => {
  const facts = [
    erased('s1', 'f1', { lastFieldId: 'q1' }),
    erased('s2', 'f1', { lastFieldId: null }),
    erased('s3', 'f1'),
    erased('s4', 'f2', { lastFieldId: 'q7' }),
    erased('s5', 'f1', { lastFieldId: 'q1' }),
  ];
  assert.equal(documentsOf(expirations, ...facts), {
    f1: { account_id: 'acme', expired: 3, by_field: { q1: 2 }, updated_at: minute(9) },
    f2: { account_id: 'acme', expired: 1, by_field: { q7: 1 }, updated_at: minute(9) },
  });
});

test.run();
