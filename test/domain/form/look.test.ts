import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import { form } from '../../../domain/form/decider.ts';
import type { FormEvent } from '../../../domain/form/events.ts';
import { defaultLook, showsPicture } from '../../../domain/form/look.ts';
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
  assert.equal(lookAfter(created, green), { ...defaultLook, color: '#0a7d55' });
  assert.equal(lookAfter(created, green, none), defaultLook);
});

test('a form may be created with a look', () => {
  const look = { color: '#0a7d55', logo };
  assert.equal(lookAfter({ ...created, data: { ...created.data, look } }), { ...look, cover: null });
});

const logo = { pictureId: 'p1', alt: 'Oak & Elm', width: 480, height: 120 };
const changed = (data: object): FormEvent => ({ type: 'FormLookChanged', data: { ...data, at } });

test('a logo and a cover are given, changed and taken away, each alone', () => {
  const change = { type: 'ChangeFormLook', logo, at } as const;
  given(form, [created, green])
    .when(change)
    .then([changed({ logo })]);
  given(form, [created, changed({ logo })])
    .when(change)
    .then([]);
  const reworded = { ...logo, alt: 'Oak and Elm' };
  given(form, [created, changed({ logo })])
    .when({ ...change, logo: reworded })
    .then([changed({ logo: reworded })]);
  given(form, [created])
    .when({ ...change, logo: null })
    .then([]);
  given(form, [created, changed({ logo, cover: logo })])
    .when({ ...change, logo: null })
    .then([changed({ logo: null })]);
  assert.equal(lookAfter(created, green, changed({ logo }), changed({ cover: logo, logo: null })), {
    color: '#0a7d55',
    logo: null,
    cover: logo,
  });
});

test('a page shows the pictures of its present look and no others', () => {
  const look = lookAfter(created, changed({ logo, cover: { ...logo, pictureId: 'p2' } }));
  assert.equal(
    ['p1', 'p2', 'p3'].map((id) => showsPicture(look, id)),
    [true, true, false],
  );
  assert.not.ok(showsPicture(undefined, 'p1'));
});

test.run();
