import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import type { FormCommand } from '../../../domain/form/commands.ts';
import { form, type FormStatus, formStatuses } from '../../../domain/form/decider.ts';
import type { FormEvent } from '../../../domain/form/events.ts';
import type { FieldDefinition } from '../../../domain/form/field.ts';
import type { FormLocale } from '../../../domain/form/locale.ts';
import { given } from '../../support/spec.ts';

const test = suite('form');
const at = '2026-03-01T12:00:00.000Z';
const later = '2026-03-02T12:00:00.000Z';

const field: FieldDefinition = {
  id: 'q1',
  key: 'name',
  label: 'Name',
  kind: 'short_text',
  required: true,
  position: 0,
  hidden: false,
};
const data = {
  formId: 'f1',
  accountId: 'acc',
  title: 'Contact',
  description: '',
  slug: 'contact',
  fields: [field],
  at,
};
const created: FormEvent = { type: 'FormCreated', data };
const published: FormEvent = {
  type: 'FormPublished',
  data: { formId: 'f1', title: 'Contact', slug: 'contact', at },
};
const closed: FormEvent = { type: 'FormClosed', data: { at } };
const returned: FormEvent = { type: 'FormReturnedToDraft', data: { at } };
const archived: FormEvent = { type: 'FormArchived', data: { at } };

const historyTo: Record<FormStatus, FormEvent[]> = {
  draft: [created],
  published: [created, published],
  closed: [created, published, closed],
  archived: [created, archived],
};
const moveTo: Record<FormStatus, { command: FormCommand; event: FormEvent }> = {
  draft: { command: { type: 'ReturnFormToDraft', at }, event: returned },
  published: { command: { type: 'PublishForm', at }, event: published },
  closed: { command: { type: 'CloseForm', at }, event: closed },
  archived: { command: { type: 'ArchiveForm', at }, event: archived },
};

/** Every move: done, already so (no event), or refused. */
const moves: Record<FormStatus, Record<FormStatus, 'done' | 'already' | 'refused'>> = {
  draft: { draft: 'refused', published: 'done', closed: 'refused', archived: 'done' },
  published: { draft: 'done', published: 'already', closed: 'done', archived: 'done' },
  closed: { draft: 'refused', published: 'done', closed: 'refused', archived: 'done' },
  archived: { draft: 'done', published: 'refused', closed: 'refused', archived: 'already' },
};

for (const from of formStatuses)
  for (const to of formStatuses)
    test(`${from} → ${to}: ${moves[from][to]}`, () => {
      const { command, event } = moveTo[to];
      const expected = {
        done: [event],
        already: [],
        refused: { code: 'invalid_transition', from, to } as const,
      }[moves[from][to]];
      given(form, historyTo[from]).when(command).then(expected);
    });

test('each history leads to the status in its name', () => {
  for (const status of formStatuses) {
    const state = fold(form, form.initial, historyTo[status]);
    assert.is(state.exists && state.status, status);
  }
});

test('is created once, as a draft of version 1', () => {
  const create = { type: 'CreateForm', ...data } as const;
  given(form, []).when(create).then([created]);
  given(form, [created]).when(create).then({ code: 'already_exists' });
  const { at: _, ...rest } = data;
  assert.equal(fold(form, form.initial, [created]), {
    exists: true,
    ...rest,
    status: 'draft',
    version: 1,
    createdAt: at,
    updatedAt: at,
    wasPublished: false,
  });
});

test('records nothing before it is created', () => {
  for (const { command } of Object.values(moveTo)) given(form, []).when(command).then({ code: 'not_found' });
  given(form, []).when({ type: 'ChangeFormFields', fields: [], at }).then({ code: 'not_found' });
  given(form, []).when({ type: 'ChangeFormDetails', title: 'X', at }).then({ code: 'not_found' });
});

test('changed fields make a new version, except in an archived form', () => {
  const changed: FormEvent = { type: 'FormFieldsChanged', data: { fields: [], at: later } };
  const change: FormCommand = { type: 'ChangeFormFields', fields: [], at: later };
  for (const status of ['draft', 'published', 'closed'] as const)
    given(form, historyTo[status]).when(change).then([changed]);
  given(form, historyTo.archived)
    .when(change)
    .then({ code: 'invalid_transition', from: 'archived', to: 'fields changed' });
  const state = fold(form, form.initial, [created, changed]);
  assert.ok(state.exists);
  assert.equal([state.version, state.fields, state.updatedAt], [2, [], later]);
});

test('only different details are recorded', () => {
  const change = (details: { title?: string; description?: string }) =>
    given(form, [created]).when({ type: 'ChangeFormDetails', ...details, at: later });
  change({ title: 'Contact', description: '' }).then([]);
  change({}).then([]);
  change({ title: 'Contact us', description: '' }).then([
    { type: 'FormDetailsChanged', data: { title: 'Contact us', at: later } },
  ]);
  change({ description: 'Write to us' }).then([
    { type: 'FormDetailsChanged', data: { description: 'Write to us', at: later } },
  ]);
});

test('a language and a time zone are set, kept and removed', () => {
  const changed = (locale: FormLocale): FormEvent => ({
    type: 'FormDetailsChanged',
    data: { ...locale, at: later },
  });
  const change = (before: readonly FormEvent[], details: FormLocale) =>
    given(form, [created, ...before]).when({ type: 'ChangeFormDetails', ...details, at: later });
  const both = { language: 'de-CH', timeZone: 'Europe/Zurich' };
  change([], both).then([changed(both)]);
  change([], { language: null, timeZone: null }).then([]);
  change([changed(both)], both).then([]);
  change([changed(both)], { language: null }).then([changed({ language: null })]);
  const state = fold(form, form.initial, [created, changed(both), changed({ language: null })]);
  assert.ok(state.exists);
  assert.not(Object.hasOwn(state, 'language'));
  assert.is(state.timeZone, 'Europe/Zurich');
});

test('a form is published under its present title, and its slug does not change', () => {
  const renamed: FormEvent = { type: 'FormDetailsChanged', data: { title: 'Contact us', at } };
  given(form, [created, renamed])
    .when({ type: 'PublishForm', at: later })
    .then([
      { type: 'FormPublished', data: { formId: 'f1', title: 'Contact us', slug: 'contact', at: later } },
    ]);
});

test.run();
