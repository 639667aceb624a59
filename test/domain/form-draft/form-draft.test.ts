import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import { changesOf, formDraft } from '../../../domain/form-draft/decider.ts';
import type { FormDraftEvent } from '../../../domain/form-draft/events.ts';
import { given } from '../../support/spec.ts';

const test = suite('form draft');
const at = '2026-03-01T12:00:00.000Z';
const later = '2026-03-01T12:05:00.000Z';

const renamed: FormDraftEvent = {
  type: 'FormDraftSaved',
  data: { formRevision: 3, fields: [{ id: 'q1', label: 'Your name' }], at },
};
const added: FormDraftEvent = {
  type: 'FormDraftSaved',
  data: {
    formRevision: 3,
    fields: [{ id: 'new', kind: 'email', label: 'E-mail' }],
    placed: [{ id: 'new', after: 'q1' }],
    at,
  },
};
const titled: FormDraftEvent = {
  type: 'FormDraftSaved',
  data: { formRevision: 3, details: { title: 'Contact us' }, at },
};
const published: FormDraftEvent = {
  type: 'FormDraftPublished',
  data: { formRevision: 4, touched: { q1: 0 }, at },
};

test('the first changes begin a draft', () => {
  given(formDraft, [])
    .when({
      type: 'SaveFormDraft',
      seen: -1,
      formRevision: 3,
      changes: { fields: [{ id: 'q1', label: 'Your name' }] },
      at,
    })
    .then([renamed]);
});

test('changes that are none are not saved', () => {
  given(formDraft, [renamed])
    .when({ type: 'SaveFormDraft', seen: 0, formRevision: 3, changes: {}, at })
    .then([]);
});

test('two people who change different questions lose nothing', () => {
  // The second one has not seen the first change.
  given(formDraft, [renamed])
    .when({
      type: 'SaveFormDraft',
      seen: -1,
      formRevision: 3,
      changes: { details: { title: 'Contact us' } },
      at,
    })
    .then([titled]);
});

test('a question that someone else has changed since it was seen is not overwritten', () => {
  const changes = { fields: [{ id: 'q1', label: 'Full name' }], removed: ['q2'] };
  given(formDraft, [renamed])
    .when({ type: 'SaveFormDraft', seen: -1, formRevision: 3, changes, at })
    .then({ code: 'draft_conflict', subjects: ['q1'] });
  given(formDraft, [renamed])
    .when({ type: 'SaveFormDraft', seen: 0, formRevision: 3, changes, at })
    .then([{ type: 'FormDraftSaved', data: { formRevision: 3, ...changes, at } }]);
});

test('a detail that someone else has changed since it was seen is not overwritten, a removed question neither', () => {
  const removed: FormDraftEvent = { type: 'FormDraftSaved', data: { formRevision: 3, removed: ['q2'], at } };
  const changes = { details: { title: 'Mine' }, fields: [{ id: 'q2', label: 'Kept' }] };
  given(formDraft, [titled, removed])
    .when({ type: 'SaveFormDraft', seen: -1, formRevision: 3, changes, at })
    .then({ code: 'draft_conflict', subjects: ['form:title', 'q2'] });
});

test('moves never conflict: they come one after the other', () => {
  const move = (id: string, after: string | null) => ({ placed: [{ id, after }] });
  given(formDraft, [{ type: 'FormDraftSaved', data: { formRevision: 3, ...move('q1', 'q3'), at } }])
    .when({ type: 'SaveFormDraft', seen: -1, formRevision: 3, changes: move('q1', null), at })
    .then([{ type: 'FormDraftSaved', data: { formRevision: 3, ...move('q1', null), at } }]);
});

test('a save that places every question makes earlier places superfluous', () => {
  const moved: FormDraftEvent = {
    type: 'FormDraftSaved',
    data: { formRevision: 3, placed: [{ id: 'q1', after: 'q3' }], at },
  };
  const all = [
    { id: 'q2', after: null },
    { id: 'q1', after: 'q2' },
  ];
  const changes = { placed: all };
  const placedAll: FormDraftEvent = {
    type: 'FormDraftSaved',
    data: { formRevision: 3, placed: all, placesAll: true, at },
  };
  given(formDraft, [moved])
    .when({ type: 'SaveFormDraft', seen: 0, formRevision: 3, changes, placesAll: true, at })
    .then([placedAll]);
  assert.equal(changesOf(fold(formDraft, formDraft.initial, [moved, moved, placedAll])).placed, all);
});

test('a published draft is empty, and still knows what was changed when', () => {
  given(formDraft, [renamed, titled])
    .when({ type: 'PublishFormDraft', formRevision: 5, at: later })
    .then([
      {
        type: 'FormDraftPublished',
        data: { formRevision: 5, touched: { q1: 0, 'form:title': 1 }, at: later },
      },
    ]);
  const { savedAt, fields } = fold(formDraft, formDraft.initial, [renamed, published]);
  assert.equal([savedAt, fields.size], [null, 0]);
  given(formDraft, [renamed, published])
    .when({
      type: 'SaveFormDraft',
      seen: -1,
      formRevision: 3,
      changes: { fields: [{ id: 'q1', label: 'Offline for an hour' }] },
      at,
    })
    .then({ code: 'draft_conflict', subjects: ['q1'] });
});

test('folding may begin with the publication', () => {
  const whole = fold(formDraft, formDraft.initial, [renamed, published, titled]);
  const part = fold(formDraft, formDraft.initial, [published, titled], 1);
  assert.equal(part, whole);
});

test('what is empty is neither published nor discarded', () => {
  for (const history of [[], [renamed, published]]) {
    given(formDraft, history).when({ type: 'PublishFormDraft', formRevision: 4, at }).then([]);
    given(formDraft, history).when({ type: 'DiscardFormDraft', at }).then([]);
  }
});

test('changes of questions that others have discarded conflict', () => {
  given(formDraft, [renamed])
    .when({ type: 'DiscardFormDraft', at })
    .then([{ type: 'FormDraftDiscarded', data: { touched: { q1: 0 }, at } }]);
  given(formDraft, [renamed, { type: 'FormDraftDiscarded', data: { touched: { q1: 0 }, at } }])
    .when({
      type: 'SaveFormDraft',
      seen: 0,
      formRevision: 3,
      changes: { fields: [{ id: 'q1', required: true }] },
      at,
    })
    .then({ code: 'draft_conflict', subjects: ['q1'] });
});

test('the settings of a question come together, and a removal takes them away', () => {
  const required: FormDraftEvent = {
    type: 'FormDraftSaved',
    data: { formRevision: 3, fields: [{ id: 'new', required: true }], at },
  };
  const state = fold(formDraft, formDraft.initial, [added, required]);
  assert.equal(changesOf(state).fields, [{ id: 'new', kind: 'email', label: 'E-mail', required: true }]);
  const gone: FormDraftEvent = { type: 'FormDraftSaved', data: { formRevision: 3, removed: ['new'], at } };
  const after = changesOf(fold(formDraft, state, [gone], 2));
  assert.equal([after.fields, after.removed], [[], ['new']]);
});

test.run();
