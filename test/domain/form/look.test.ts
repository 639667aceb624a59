import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import { form } from '../../../domain/form/decider.ts';
import type { FormEvent } from '../../../domain/form/events.ts';
import { given } from '../../support/spec.ts';

const test = suite('how a form looks');
const at = '2026-03-01T12:00:00.000Z';

const created: FormEvent = {
  type: 'FormCreated',
  data: { formId: 'f1', accountId: 'acc', title: 'A', description: '', slug: 'a', fields: [], at },
};
const green: FormEvent = { type: 'FormLookChanged', data: { color: '#0a7d55', at } };

const lookAfter = (...events: FormEvent[]) => {
  const state = fold(form, form.initial, events);
  assert.ok(state.exists);
  return state.look;
};

test('only a change is recorded, with the colour in small letters', () => {
  const change = { type: 'ChangeFormLook', color: '#0A7D55', at } as const;
  given(form, [created]).when(change).then([green]);
  given(form, [created, green]).when(change).then([]);
  given(form, [created, green]).when({ type: 'ChangeFormLook', at }).then([]);
  given(form, [created]).when({ type: 'ChangeFormLook', color: null, at }).then([]);
  given(form, []).when(change).then({ code: 'not_found' });
});

test('the colour is taken back', () => {
  const none: FormEvent = { type: 'FormLookChanged', data: { color: null, at } };
  given(form, [created, green]).when({ type: 'ChangeFormLook', color: null, at }).then([none]);
  assert.is(lookAfter(created), undefined);
  assert.equal(lookAfter(created, green), { color: '#0a7d55' });
  assert.equal(lookAfter(created, green, none), { color: null });
});

test('a form may be created with a look', () => {
  assert.equal(lookAfter({ ...created, data: { ...created.data, look: { color: '#0a7d55' } } }), {
    color: '#0a7d55',
  });
});

test.run();
