import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createdSubmission } from '../../../api/responses/created-submission.ts';
import { submissionJson } from '../../../api/responses/submissions.ts';
import type { FormDefinition } from '../../../domain/form/definition.ts';
import type { SubmissionCreated } from '../../../domain/submission/events.ts';
import { displayedAnswers } from '../../../domain/submission/labelled.ts';

const test = suite('created submissions');

const created = {
  submissionId: 's1',
  accountId: 'acme',
  form: { id: 'f1', revision: 3 },
  answers: ['Ada "the" first', null, { 'a.b': [1, true], __proto__x: '✓' }, 0.5, ['mo', 'we'], ''],
  isComplete: true,
  source: 'api' as const,
  at: '2026-03-01T12:00:00.000Z',
};

function formWith(...labels: readonly string[]) {
  const questions = labels.map((label, n) => ({
    fieldId: `i${n}`,
    key: `k${n}`,
    label,
    kind: 'url' as const,
  }));
  return { id: 'f1', title: 'The "title"', slug: 'title', status: 'published', version: 2, questions };
}

const linkOf = (fileId: string): string => `https://forms.example/files/${fileId}.1.x`;

/** The answer of a later read, as it was encoded before labels were encoded once. */
const read = (form: FormDefinition, submission: SubmissionCreated['data'] = created): string =>
  submissionJson(
    {
      id: created.submissionId,
      account_id: 'acme',
      form_id: form.id,
      form_title: form.title,
      form_version: form.version,
      is_complete: true,
      submitted_at: created.at,
      created_at: created.at,
      source: created.source,
      answers: displayedAnswers(form.questions, submission),
      payment: null,
      revision: 0,
      questions: form.questions,
    },
    linkOf,
  );

const labels: Readonly<Record<string, readonly string[]>> = {
  'of any text': ['Name', 'Say "hi"', 'a\\b', 'Größe ✓', 'line\nbreak', ' '],
  'that are numbers, which come first in an object': ['10', 'Name', '2', '01', '-1', '4294967294'],
  'that repeat': ['Name', 'Name', 'Name (2)', 'Name', 'Age', 'Age'],
  'that objects have of their own': ['__proto__', 'constructor', '__proto__', 'toString', 'length', 'x'],
  'that no answer was recorded for': ['Name', 'b', 'c', 'd', 'e', 'f', 'added'],
};

for (const [name, given] of Object.entries(labels))
  test(`with labels ${name} are encoded as they are read later`, () => {
    const form = formWith(...given);
    assert.is(createdSubmission(created, form, linkOf), read(form));
    assert.is(createdSubmission(created, form, linkOf), read(form));
  });

test('of choices and amounts show labels and decimals', () => {
  const form = {
    ...formWith(),
    questions: [
      {
        fieldId: 'i0',
        key: 'drink',
        label: 'Drink',
        kind: 'single_choice' as const,
        options: [{ value: 'tea', label: 'Green tea' }],
      },
      { fieldId: 'i1', key: 'fee', label: 'Fee', kind: 'payment' as const },
    ],
  };
  const paid = { ...created, answers: ['tea', { amount: 1250, currency: 'EUR' }] };
  const sent = createdSubmission(paid, form, linkOf);
  assert.match(sent, '"value":"tea","display":"Green tea"');
  assert.match(sent, '"display":"12.50 EUR"');
});

test('of telephone numbers have the E.164 form of each answer, or null where it is not known', () => {
  const phone = (fieldId: string) => ({
    fieldId,
    key: fieldId,
    label: fieldId,
    kind: 'phone' as const,
  });
  const asked = { ...formWith(), questions: [phone('home'), phone('work'), phone('other')] };
  const submission = {
    ...created,
    answers: ['0664 1234567', '12345', null],
    e164: { home: '+436641234567' },
  };
  const sent = createdSubmission(submission, asked, linkOf);
  assert.match(sent, '"value":"0664 1234567","display":"0664 1234567","e164":"+436641234567"}');
  assert.match(sent, '"value":"12345","display":"12345","e164":null}');
  assert.match(sent, '"value":null,"display":null,"e164":null}');
  assert.is(sent, read(asked, submission));
});

test('answers come in the order of the form, whatever their labels are', () => {
  const json = createdSubmission(created, formWith('10', 'Name', '2'), linkOf);
  assert.match(json, /"answers":\{"10":[^,]*,"Name":.*,"2":/);
});

test('of a form without questions have no answers', () => {
  assert.is(createdSubmission(created, formWith(), linkOf), read(formWith()));
});

test('each file has its link, as it is read later', () => {
  const form = formWith('CV');
  const questions = form.questions.map((question) => ({ ...question, kind: 'file' as const }));
  const file = { id: 'F1', name: 'cv.pdf', size: 12, type: 'application/pdf', sha256: 'ab' };
  const asked = { ...form, questions };
  const submission = { ...created, answers: [[file]] };
  const json = createdSubmission(submission, asked, linkOf);
  assert.is(json, read(asked, submission));
  assert.match(json, JSON.stringify({ CV: [{ ...file, url: linkOf('F1') }] }));
  assert.match(json, '"display":"cv.pdf"');
});

test.run();
