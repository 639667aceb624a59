import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withdrawalOf } from '../../domain/delivery/withdrawal.ts';
import { subject } from './delivery-samples.ts';

const test = suite('withdrawal of a delivery by the settings of its destination');

const all = { events: ['submission.created' as const], formId: null, includedQuestions: [] };
const asked = ['Name', 'Phone'];
const of = (included: string[] = []) => ({ ...subject, includedQuestions: included });

test('is none while the settings want it', () => {
  assert.is(withdrawalOf(of(), all, asked), null);
  assert.is(withdrawalOf(of(), { ...all, formId: subject.formId }, asked), null);
  assert.is(withdrawalOf(of(), { ...all, includedQuestions: ['Name', 'Phone', 'Age'] }, asked), null);
});

test('follows from a kind of event or a form that is left out', () => {
  assert.is(withdrawalOf(of(), { ...all, events: ['form.published'] }, asked), 'event_withdrawn');
  assert.is(withdrawalOf(of(), { ...all, events: [] }, asked), 'event_withdrawn');
  assert.is(withdrawalOf(of(), { ...all, formId: 'f2' }, asked), 'form_withdrawn');
});

test('follows from a question that its body contains, and from no other', () => {
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

test('never concerns a test', () => {
  const ping = { ...of(), kind: 'ping' as const, formId: null };
  assert.is(withdrawalOf(ping, { events: [], formId: 'f2', includedQuestions: ['Name'] }, []), null);
});

test.run();
