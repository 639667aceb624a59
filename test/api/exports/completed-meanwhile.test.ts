import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { partsOf } from '../../../api/exports/export-submissions.ts';
import type { SubmissionView } from '../../../projections/read-models/submissions/queries.ts';

const test = suite('exports of submissions that change meanwhile');

const submission = (id: string, submitted_at: string, is_complete: boolean): SubmissionView => ({
  id,
  account_id: 'a',
  form_id: 'f',
  form_title: 'Form',
  form_version: 1,
  created_at: submitted_at,
  submitted_at,
  is_complete,
  source: 'form',
  answers: [],
  questions: [],
  payment: null,
  revision: 0,
});

test('a submission that is completed between two pages is exported once', async () => {
  const [early, late] = ['2026-03-01T12:00:00.000Z', '2026-03-01T13:00:00.000Z'];
  const pages = [
    { items: [submission('one', early, false)], next: { at: early, id: 'one' } },
    { items: [submission('two', late, true), submission('one', late, true)], next: null },
  ];
  const queries = { oldestFirst: async () => pages.shift() ?? { items: [], next: null } };
  const exported = { queries, accountId: 'a', formId: 'f', withIncomplete: true, linkOf: () => '' };
  const ids: string[] = [];
  for await (const part of partsOf(exported)) ids.push(...part.map(({ id }) => id));
  assert.equal(ids, ['one', 'two']);
});

test.run();
