import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldKinds } from '../../../domain/form/field.ts';
import { applyChanges, changesBetween, type FormDraft } from '../../../domain/form-draft/changes.ts';
import { changesOf, formDraft } from '../../../domain/form-draft/decider.ts';
import { newField } from '../../../domain/form-draft/draft-field.ts';
import type { DraftChanges } from '../../../domain/form-draft/events.ts';
import { rootUrl } from '../../support/repository.ts';

const test = suite('changes of a form draft');

/** The editor's own rules, as its script has them for the browser. */
interface EditorRules {
  readonly apply: (draft: FormDraft, changes: DraftChanges) => FormDraft;
  readonly between: (before: FormDraft, after: FormDraft) => DraftChanges;
  readonly merge: (
    base: FormDraft,
    mine: FormDraft,
    theirs: FormDraft,
  ) => { draft: FormDraft; conflicts: readonly { subject: string }[] };
}

function inBrowser(): EditorRules {
  const context = createContext({});
  for (const name of ['model', 'merge'])
    runInContext(readFileSync(new URL(`web/assets/files/editor/${name}.js`, rootUrl), 'utf8'), context);
  // The script is part of this repository; the laws below are what checks it.
  const rules = runInContext('formEditor', context) as EditorRules;
  // Objects of another realm are equal as JSON.
  const own = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
  return {
    apply: (...given) => own(rules.apply(...given)),
    between: (...given) => own(rules.between(...given)),
    merge: (...given) => own(rules.merge(...given)),
  };
}

const word = fc.constantFrom('', 'a', 'b', 'Name');
const field = (id: string) =>
  fc
    .record({
      label: word,
      kind: fc.constantFrom(...fieldKinds.slice(0, 4)),
      required: fc.boolean(),
      help: word,
      options: fc.array(fc.record({ value: word, label: word }, { noNullPrototype: true }), { maxLength: 2 }),
    })
    .map((given) => newField({ id, ...given }));
const draft: fc.Arbitrary<FormDraft> = fc.record(
  {
    details: fc.record(
      { title: word, description: word, slug: word, language: word, timeZone: word },
      { noNullPrototype: true },
    ),
    fields: fc
      .shuffledSubarray(['q1', 'q2', 'q3', 'q4', 'q5', 'q6'])
      .chain((ids) => fc.tuple(...ids.map(field))),
  },
  { noNullPrototype: true },
);

for (const [name, rules] of [
  ['the service', { apply: applyChanges, between: changesBetween }],
  ['the browser', inBrowser()],
] as const)
  test(`what differs between two drafts makes one the other, in ${name}`, () => {
    fc.assert(
      fc.property(draft, draft, (before, after) => {
        const changes = rules.between(before, after);
        assert.equal(rules.apply(before, changes), after);
        assert.equal(rules.between(after, after), {});
      }),
    );
  });

test('the browser and the service agree', () => {
  const browser = inBrowser();
  fc.assert(
    fc.property(draft, draft, draft, (before, after, other) => {
      const changes = changesBetween(before, after);
      assert.equal(browser.between(before, after), changes);
      // Also for a draft that the changes were not made to.
      assert.equal(browser.apply(other, changes), applyChanges(other, changes));
    }),
  );
});

test('a draft that is saved step by step is the last step', () => {
  fc.assert(
    fc.property(draft, fc.array(draft, { maxLength: 5 }), (published, steps) => {
      let state = formDraft.initial;
      for (const [revision, step] of steps.entries()) {
        const before = steps[revision - 1] ?? published;
        const data = { formRevision: 0, ...changesBetween(before, step), at: '2026-03-01T12:00:00.000Z' };
        state = formDraft.evolve(state, { type: 'FormDraftSaved', data }, revision);
      }
      assert.equal(applyChanges(published, changesOf(state)), steps.at(-1) ?? published);
    }),
  );
});

test('one question that moves to the other end is one move', () => {
  const fields = ['a', 'b', 'c', 'd'].map((id) => newField({ id }));
  const [first, ...others] = fields;
  const details = { title: '', description: '', slug: '', language: '', timeZone: '' };
  const moved = { details, fields: [...others, ...(first ? [first] : [])] };
  assert.equal(changesBetween({ details, fields }, moved), { placed: [{ id: 'a', after: 'd' }] });
});

test('joined drafts have the changes of both, and a conflict for each question that both changed differently', () => {
  const { merge } = inBrowser();
  const details = { title: 'T', description: '', slug: '', language: '', timeZone: '' };
  const of = (labels: Record<string, string>, more: Partial<typeof details> = {}): FormDraft => ({
    details: { ...details, ...more },
    fields: Object.entries(labels).map(([id, label]) => newField({ id, label })),
  });
  const base = of({ a: 'A', b: 'B', c: 'C' });
  const mine = of({ a: 'mine', b: 'B', c: 'both' }, { title: 'Mine' });
  const theirs = of({ new: 'New', a: 'theirs', b: 'theirs', c: 'both' }, { description: 'Theirs' });
  const { draft: joined, conflicts } = merge(base, mine, theirs);
  assert.equal(
    conflicts.map(({ subject }) => subject),
    ['a'],
  );
  assert.equal(
    joined,
    of({ new: 'New', a: 'theirs', b: 'theirs', c: 'both' }, { title: 'Mine', description: 'Theirs' }),
  );
});

test.run();
