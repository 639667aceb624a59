import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SubmissionEvent } from '../../../domain/submission/events.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { documentsOf } from '../documents-of.ts';
import { type Fact, minute } from '../samples.ts';

const test = suite('projections/read-models/partial submissions');

const of = (id: string, event: SubmissionEvent): Fact => ({ stream: `submission-${id}`, event });
const form = { id: 'f1', revision: 2 };
const common = { accountId: 'acme', form, source: 'form' as const };
const begun = (submissionId: string): Fact =>
  of(submissionId, {
    type: 'SubmissionStarted',
    data: {
      ...common,
      submissionId,
      answers: ['Ada', null],
      e164: { q1: '+1' },
      lastFieldId: 'q1',
      expiresAt: minute(100),
      at: minute(1),
    },
  });
const saved = (id: string): Fact =>
  of(id, {
    type: 'SubmissionSaved',
    data: {
      changes: [
        { index: 1, fieldId: 'q2', value: 3 },
        { index: 0, fieldId: 'q1', value: null },
      ],
      lastFieldId: 'q2',
      expiresAt: minute(102),
      at: minute(2),
    },
  });
const completed = (submissionId: string): Fact =>
  of(submissionId, {
    type: 'SubmissionCompleted',
    data: {
      ...common,
      submissionId,
      form: { id: 'f1', revision: 4 },
      answers: ['Eva'],
      removed: [{ fieldId: 'q2', key: 'age', label: 'Age', kind: 'number', value: 3 }],
      reservation: null,
      startedAt: minute(1),
      at: minute(3),
    },
  });
const corrected = (submissionId: string, at: string): Fact =>
  of(submissionId, {
    type: 'SubmissionCorrected',
    data: {
      ...common,
      submissionId,
      form: { id: 'f1', revision: 4 },
      answers: ['Eve'],
      startedAt: minute(1),
      submittedAt: minute(3),
      reason: null,
      by: 'owner',
      at,
    },
  });
const erased = (submissionId: string): Fact => ({
  stream: 'audit-acme',
  event: { type: 'SubmissionErased', data: { submissionId, formId: 'f1', at: minute(9) } },
});

const docBegun = {
  account_id: 'acme',
  form_id: 'f1',
  form_revision: 2,
  is_complete: false,
  submitted_at: minute(1),
  started_at: minute(1),
  expires_at: minute(100),
  last_field_id: 'q1',
  source: 'form',
  answers: ['Ada', null],
  e164: { q1: '+1' },
  words: ['1', 'ada'],
  payment: null,
  revision: 0,
};

test('a begun submission is not complete, and not counted', () => {
  assert.equal(documentsOf(submissions, begun('s1')), { s1: docBegun });
});

test('a save changes single answers, and moves the expiry', () => {
  const { e164: _, ...doc } = docBegun;
  assert.equal(documentsOf(submissions, begun('s1'), saved('s1')), {
    s1: {
      ...doc,
      saved_at: minute(2),
      expires_at: minute(102),
      last_field_id: 'q2',
      answers: [null, 3],
      words: ['3'],
      revision: 1,
    },
  });
});

const docComplete = {
  account_id: 'acme',
  form_id: 'f1',
  form_revision: 4,
  is_complete: true,
  submitted_at: minute(3),
  started_at: minute(1),
  source: 'form',
  answers: ['Eva'],
  words: ['eva'],
  removed: [{ fieldId: 'q2', key: 'age', label: 'Age', kind: 'number', value: 3 }],
  payment: null,
  revision: 2,
};

test('a completed submission is counted, and apart as one that was begun', () => {
  assert.equal(documentsOf(submissions, begun('s1'), saved('s1'), completed('s1'), begun('s2')), {
    s1: docComplete,
    s2: docBegun,
    'form:f1': { count: 1, begun: 1 },
  });
});

test('a correction changes the answers, and nothing else but when and how often', () => {
  const facts = [
    begun('s1'),
    saved('s1'),
    completed('s1'),
    corrected('s1', minute(5)),
    corrected('s1', minute(6)),
  ];
  const { removed: _, ...doc } = docComplete;
  assert.equal(documentsOf(submissions, ...facts), {
    s1: { ...doc, answers: ['Eve'], words: ['eve'], corrected_at: minute(6), corrections: 2, revision: 4 },
    'form:f1': { count: 1, begun: 1 },
  });
});

test('an erased submission is uncounted if it was counted, and only then', () => {
  const none = { count: 0, begun: 0 };
  assert.equal(documentsOf(submissions, begun('s1'), completed('s1'), erased('s1')), {
    s1: null,
    'form:f1': none,
  });
  assert.equal(documentsOf(submissions, begun('s1'), erased('s1')), { s1: null, 'form:f1': none });
  // As a rebuild finds it, once the log no longer holds the submission.
  assert.equal(documentsOf(submissions, erased('s1')), { s1: null, 'form:f1': none });
});

test.run();
