import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FormEvent } from '../../../domain/form/events.ts';
import { openFormDefinitions } from '../../../log/form-definitions.ts';
import type { SubmissionDocument } from '../../../projections/read-models/submissions/document.ts';
import { withQuestions } from '../../../projections/read-models/submissions/labelled-submissions.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { fieldsOf } from '../../support/fields.ts';
import { copiedForm } from '../../support/forms.ts';
import { documentsOf, recorded } from '../documents-of.ts';
import { type Fact, formCreated, inForm, minute, submitted } from '../samples.ts';

const test = suite('projections/read-models/submissions');

const asked = { fieldId: 'field-1', key: 'name', label: 'Your name', kind: 'short_text' } as const;
const contact = copiedForm({ title: 'Contact', slug: 'contact', questions: [asked] });
const created = {
  account_id: 'acme',
  form_id: 'f1',
  form_revision: null,
  form_definition: contact,
  is_complete: true,
  submitted_at: minute(5),
  source: 'api',
  answers: ['Ada'],
  words: ['ada'],
  payment: null,
  revision: 0,
};

test('a submission keeps its answers and the form as it was', () => {
  assert.equal(documentsOf(submissions, submitted('s1')), { s1: created, 'form:f1': { count: 1, begun: 0 } });
});

const fields = fieldsOf(
  { label: 'About you', kind: 'statement' },
  { key: 'name', label: 'Your name', kind: 'short_text' },
);
const form = (event: FormEvent): Fact => inForm('f1', event);
/** The form of `created`: as of revision 3 it is what that copied. */
const history = recorded([
  formCreated('f1', { title: 'Draft' }),
  form({ type: 'FormFieldsChanged', data: { fields, at: minute(1) } }),
  form({ type: 'FormDetailsChanged', data: { title: 'Contact', at: minute(2) } }),
  form({ type: 'FormPublished', data: { formId: 'f1', title: 'Contact', slug: 'contact', at: minute(3) } }),
  form({ type: 'FormFieldsChanged', data: { fields: [], at: minute(9) } }),
]);

test('a submission is shown byte for byte the same, whatever the versions of its event and model', async () => {
  const definitions = openFormDefinitions({
    readStream: async function* () {
      yield* history;
    },
  });
  const answer = {
    fieldId: 'q2',
    key: 'name',
    label: 'Your name',
    kind: 'short_text',
    value: 'Ada',
  } as const;
  const version3 = {
    account_id: 'acme',
    form_id: 'f1',
    form_title: 'Contact',
    form_version: 2,
    is_complete: true,
    submitted_at: minute(5),
    created_at: minute(5),
    source: 'api',
    answers: [answer],
    payment: null,
  } as const;
  const { value, ...question } = answer;
  const ofRevision = documentsOf(submissions, {
    stream: 'submission-s1',
    event: {
      type: 'SubmissionCreated',
      data: {
        submissionId: 's1',
        accountId: 'acme',
        form: { id: 'f1', revision: 3 },
        answers: [value],
        isComplete: true,
        source: 'api',
        at: minute(5),
      },
    },
  })['s1'];
  const ofCopy = { ...created, form_definition: { ...contact, version: 2, questions: [question] } };
  const expected = JSON.stringify(version3);
  // Histories leave out the revision, which earlier versions did not hold.
  for (const { revision: _, ...doc } of [ofRevision, ofCopy, { ...version3, revision: null }].map(Object))
    // The document of each version, as it comes from the store.
    assert.is(
      JSON.stringify(await withQuestions(definitions, doc as unknown as SubmissionDocument)),
      expected,
    );
});

test('the definition of a form is read from the log once, and a failure is not kept', async () => {
  let [reads, fails] = [0, true];
  const definitions = openFormDefinitions({
    readStream: async function* () {
      reads++;
      if (fails) throw new Error('unavailable');
      yield* history;
    },
  });
  const of = (revision: number) => definitions.of({ id: 'f1', revision });
  assert.instance(await of(3).catch((error: unknown) => error), Error);
  fails = false;
  const [first, second, before] = await Promise.all([of(3), of(3), of(1)]);
  assert.equal([first, first.title, before.title, reads], [second, 'Contact', 'Draft', 3]);
  assert.match(String(await of(-1).catch((error: unknown) => error)), 'does not hold form f1');
});

test('a payment is added to its submission only', () => {
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
    s1: { ...created, payment, revision: 1 },
    s2: created,
    'form:f1': { count: 2, begun: 0 },
  });
});

test('submissions are counted for their form', () => {
  const documents = documentsOf(
    submissions,
    submitted('s1', { formId: 'f1' }),
    submitted('s2', { formId: 'f2' }),
    submitted('s3', { formId: 'f1' }),
  );
  assert.equal(
    [documents['form:f1'], documents['form:f2']],
    [
      { count: 2, begun: 0 },
      { count: 1, begun: 0 },
    ],
  );
});

test.run();
