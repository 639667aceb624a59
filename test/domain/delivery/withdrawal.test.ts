import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withdrawalOf } from '../../../domain/delivery/withdrawal.ts';
import { subject } from './samples.ts';

const test = suite('withdrawal of a delivery by the settings of its destination');

const all = { events: ['submission.created' as const], formId: null, includedQuestions: [] };
const asked = ['Name', 'Phone'].map((label, n) => ({ fieldId: `q${n + 1}`, label }));
/** Planned by an earlier release, with the labels of the questions. */
const of = (included: string[] = []) => ({ ...subject, includedQuestions: included });
/** Planned with the ids of the fields. */
const ofFields = (...includedFields: string[]) => ({ ...subject, includedFields });
const fieldsOfForm = (...fieldIds: string[]) => ({
  ...all,
  includedFields: [{ formId: subject.formId ?? '', fieldIds }],
});

test('does not apply while the settings include the delivery', () => {
  assert.is(withdrawalOf(of(), all, asked), null);
  assert.is(withdrawalOf(of(), { ...all, formId: subject.formId }, asked), null);
  assert.is(withdrawalOf(of(), { ...all, includedQuestions: ['Name', 'Phone', 'Age'] }, asked), null);
});

test('follows from an excluded kind of event or form', () => {
  assert.is(withdrawalOf(of(), { ...all, events: ['form.published'] }, asked), 'event_withdrawn');
  assert.is(withdrawalOf(of(), { ...all, events: [] }, asked), 'event_withdrawn');
  assert.is(withdrawalOf(of(), { ...all, formId: 'f2' }, asked), 'form_withdrawn');
});

test('follows from an excluded question that its body contains, and from no other', () => {
  const only = (...includedQuestions: string[]) => ({ ...all, includedQuestions });
  assert.is(withdrawalOf(of(), only('Name'), asked), 'questions_withdrawn');
  assert.is(withdrawalOf(of(['Name', 'Phone']), only('Name'), asked), 'questions_withdrawn');
  assert.is(withdrawalOf(of(['Name']), only('Name'), asked), null, 'never sent');
  assert.is(withdrawalOf(of(['Name', 'Fax']), only('Name'), asked), null, 'not asked');
  assert.is(withdrawalOf(of(['Name']), all, asked), null, 'wider settings');
  assert.is(
    withdrawalOf({ ...of(), kind: 'form.published' }, { ...only('Name'), events: ['form.published'] }, []),
    null,
  );
});

test('compares the ids of fields, whatever their labels are', () => {
  assert.is(withdrawalOf(ofFields('q1'), fieldsOfForm('q1'), asked), null);
  assert.is(withdrawalOf(ofFields('q1', 'q2'), fieldsOfForm('q1'), asked), 'questions_withdrawn');
  assert.is(withdrawalOf(of(), fieldsOfForm('q1'), asked), 'questions_withdrawn', 'planned with all');
  assert.is(
    withdrawalOf(ofFields('q2'), { ...all, includedQuestions: ['Phone'] }, asked),
    null,
    'chosen by label',
  );
  assert.is(withdrawalOf(of(['Phone']), fieldsOfForm('q2'), asked), null, 'planned by label');
  assert.is(withdrawalOf(ofFields('q1'), all, asked), null, 'wider settings');
});

test('follows from a body that would have no question left', () => {
  assert.is(withdrawalOf(ofFields(), fieldsOfForm('q1'), asked), 'no_question_chosen', 'another form');
  assert.is(withdrawalOf(ofFields('q9'), all, asked), 'no_question_chosen', 'a question that was removed');
  assert.is(withdrawalOf(of(['Fax']), all, asked), 'no_question_chosen', 'planned by label');
  const paid = { ...ofFields(), kind: 'submission.payment_completed' as const };
  assert.is(withdrawalOf(paid, { ...all, events: [paid.kind] }, asked), 'no_question_chosen');
});

test('never applies to a ping', () => {
  const ping = { ...of(), kind: 'ping' as const, formId: null };
  assert.is(withdrawalOf(ping, { events: [], formId: 'f2', includedQuestions: ['Name'] }, []), null);
});

test.run();
