import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { choose, distinctNames, type Named } from '../../../../web/console/parts/named.ts';

const test = suite('choices by name');

const things: readonly Named[] = [
  { id: 'aaaaaaaaaaaaaaaaaaa1', name: 'Survey', hint: 'published, created 2026-01-01' },
  { id: 'aaaaaaaaaaaaaaaaaaa2', name: 'Survey', hint: 'draft, created 2026-01-01' },
  { id: 'aaaaaaaaaaaaaaaaaaa3', name: 'Party', hint: 'draft, created 2026-01-02' },
  { id: 'aaaaaaaaaaaaaaaaaaa4', name: 'Poll', hint: 'draft, created 2026-01-02' },
  { id: 'aaaaaaaaaaaaaaaaaaa5', name: 'Poll', hint: 'draft, created 2026-01-02' },
];
const source = {
  noun: 'form',
  offered: async () => things,
  all: async () => things,
  nameOf: async (id: string) => things.find((one) => one.id === id)?.name ?? null,
};

test('things of one name are told apart: by a hint, and by an id where the hints are the same', () => {
  assert.equal(
    [...distinctNames(things).values()],
    [
      'Survey (published, created 2026-01-01)',
      'Survey (draft, created 2026-01-01)',
      'Party',
      'Poll (draft, created 2026-01-02, …aaaaa4)',
      'Poll (draft, created 2026-01-02, …aaaaa5)',
    ],
  );
});

test('a thing is chosen by its id, by its distinct text, and by a part of its name that no other has', async () => {
  for (const [id, text] of distinctNames(things)) {
    const name = things.find((one) => one.id === id)?.name;
    assert.equal(await choose(source, id), { kind: 'thing', id, name, isTyped: false });
    assert.equal(await choose(source, text), { kind: 'thing', id, name, isTyped: true });
  }
  assert.equal(await choose(source, ' part'), {
    kind: 'thing',
    id: 'aaaaaaaaaaaaaaaaaaa3',
    name: 'Party',
    isTyped: true,
  });
});

test('a text that several names contain is unclear, and an id without a name is a thing that was removed', async () => {
  const survey = await choose(source, 'surv');
  assert.is(survey.kind === 'unclear' && survey.candidates.length, 2);
  const unknown = await choose(source, 'nosuch');
  assert.is(unknown.kind === 'unclear' && unknown.candidates.length, 0);
  assert.equal(await choose(source, 'bbbbbbbbbbbbbbbbbbb1'), {
    kind: 'thing',
    id: 'bbbbbbbbbbbbbbbbbbb1',
    name: null,
    isTyped: false,
  });
});

test.run();
