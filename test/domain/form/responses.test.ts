import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import { form } from '../../../domain/form/decider.ts';
import type { FormEvent } from '../../../domain/form/events.ts';
import {
  completableUntil,
  defaultResponses,
  expiryOf,
  respondentMayCorrect,
} from '../../../domain/form/responses.ts';
import { given } from '../../support/spec.ts';

const test = suite('how a form takes responses');
const at = '2026-03-01T12:00:00.000Z';

const created: FormEvent = {
  type: 'FormCreated',
  data: { formId: 'f1', accountId: 'acc', title: 'A', description: '', slug: 'a', fields: [], at },
};
const published: FormEvent = { type: 'FormPublished', data: { formId: 'f1', title: 'A', slug: 'a', at } };
const closed: FormEvent = { type: 'FormClosed', data: { at: '2026-03-03T12:00:00.000Z' } };
const changed: FormEvent = { type: 'FormResponsesChanged', data: { saving: { expiresAfterDays: 7 }, at } };

test('only what differs is recorded', () => {
  const change = { type: 'ChangeFormResponses', saving: { expiresAfterDays: 7, enabled: true }, at } as const;
  given(form, [created]).when(change).then([changed]);
  given(form, [created, changed]).when(change).then([]);
  given(form, [created]).when({ type: 'ChangeFormResponses', at }).then([]);
  given(form, [created])
    .when({ ...change, saving: {}, corrections: { byRespondent: true } })
    .then([{ type: 'FormResponsesChanged', data: { corrections: { byRespondent: true }, at } }]);
  given(form, []).when(change).then({ code: 'not_found' });
});

const stateAfter = (...events: FormEvent[]) => {
  const state = fold(form, form.initial, events);
  assert.ok(state.exists);
  return state;
};

test('the thanks are recorded apart from the rest', () => {
  const thanks = { text: 'Bye', redirectTo: null, showsAnswers: true };
  given(form, [created, changed])
    .when({ type: 'ChangeFormResponses', thanks, at })
    .then([{ type: 'FormResponsesChanged', data: { thanks: { text: 'Bye', showsAnswers: true }, at } }]);
});

test('settings that were not changed are the defaults', () => {
  assert.is(stateAfter(created).responses, undefined);
  assert.equal(stateAfter(created, changed).responses, {
    ...defaultResponses,
    saving: { ...defaultResponses.saving, expiresAfterDays: 7 },
  });
});

test('a submission expires some days after it was saved', () => {
  assert.is(expiryOf(stateAfter(created), at), '2026-03-31T12:00:00.000Z');
  assert.is(expiryOf(stateAfter(created, changed), at), '2026-03-08T12:00:00.000Z');
});

test('begun submissions can be completed for some hours after the form was closed', () => {
  const hours: FormEvent = {
    type: 'FormResponsesChanged',
    data: { saving: { completableHoursAfterClose: 24 }, at },
  };
  assert.is(completableUntil(stateAfter(created, hours, published)), null);
  assert.is(completableUntil(stateAfter(created, published, closed)), '2026-03-03T12:00:00.000Z');
  assert.is(completableUntil(stateAfter(created, hours, published, closed)), '2026-03-04T12:00:00.000Z');
  assert.is(completableUntil(stateAfter(created, hours, published, closed, published)), null);
  const archived: FormEvent = { type: 'FormArchived', data: { at } };
  assert.is(completableUntil(stateAfter(created, hours, published, closed, archived)), null);
});

test('people correct their submissions where the form lets them, for some days', () => {
  const allowed: FormEvent = {
    type: 'FormResponsesChanged',
    data: { corrections: { byRespondent: true, forDays: 2 }, at },
  };
  assert.not(respondentMayCorrect(stateAfter(created), at, at));
  assert.ok(respondentMayCorrect(stateAfter(created, allowed), at, '2026-03-03T11:59:59.999Z'));
  assert.not(respondentMayCorrect(stateAfter(created, allowed), at, '2026-03-03T12:00:00.000Z'));
});

test.run();
