import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runAgainst } from '../against.ts';
import type { FakeAnswer, FakeRequest } from '../fake-service.ts';

const test = suite('erasure of selected submissions, on the command line');

const asked = '2026-01-31T12:00:00.000Z';
const selected = { form_id: 'f1', form_title: 'Feedback', count: 160, is_least: false, asked_at: asked };
const step = (rest: object) => ({
  form_id: 'f1',
  erased: 0,
  is_done: false,
  is_waiting: false,
  asked_at: asked,
  after_id: null,
  after_submitted_at: null,
  ...rest,
});
const place = { after_id: 's150', after_submitted_at: '2026-01-30T12:00:00.000Z' };

/** A service with submissions that are erased in these steps. */
const service =
  (count: object, ...steps: object[]) =>
  ({ method }: FakeRequest, index: number): FakeAnswer => ({
    status: 200,
    body: method === 'GET' ? { ...selected, ...count } : step(steps[index - 1] ?? { is_done: true }),
  });

const filters = [
  '--form',
  'f1',
  '--status',
  'incomplete',
  '--answer',
  'town=Ulm: old town',
  '--form-version',
  '2',
];
const query = 'status=incomplete&version=2&answer=town%3AUlm%3A+old+town';

test('a dry run counts, and erases nothing', async () => {
  const done = await runAgainst(['erase', 'submissions', ...filters, '--dry-run'], service({}));
  assert.equal([done.code, done.stdout], [0, '160 submissions to “Feedback” would be erased.\n']);
  assert.equal(done.asked, [[`GET /api/admin/v1/forms/f1/erasures?${query}`, null]]);
  const least = await runAgainst(
    ['erase', 'submissions', '--form', 'f1', '--dry-run', '--json'],
    service({ is_least: true }),
  );
  assert.equal(JSON.parse(least.stdout), {
    form_id: 'f1',
    dry_run: true,
    count: 160,
    is_least: true,
    erased: 0,
  });
});

test('the steps follow each other from place to place, for what was selected at the beginning', async () => {
  const done = await runAgainst(
    ['erase', 'submissions', ...filters, '--yes'],
    service({}, { erased: 150, ...place }, { erased: 10, is_done: true }),
  );
  assert.equal([done.code, done.stdout], [0, '160 submissions are being erased.\n']);
  const body = { status: 'incomplete', version: 2, answer: 'town:Ulm: old town', asked_at: asked };
  assert.equal(done.asked.slice(1), [
    ['POST /api/admin/v1/forms/f1/erasures', body],
    ['POST /api/admin/v1/forms/f1/erasures', { ...body, ...place }],
  ]);
});

test('it waits while earlier erasures have to end, and says so once', async () => {
  const done = await runAgainst(
    ['erase', 'submissions', '--form', 'f1', '--yes', '--json'],
    service({ count: 2 }, { erased: 1, is_waiting: true }, { erased: 1, is_done: true }),
  );
  assert.is(done.code, 0, done.stderr);
  assert.is(done.stderr.split('as many erasures in progress').length, 2);
  assert.equal(JSON.parse(done.stdout), {
    form_id: 'f1',
    dry_run: false,
    count: 2,
    is_least: false,
    erased: 2,
    is_done: true,
  });
});

test('without a terminal it needs --yes, and nothing to erase is no failure', async () => {
  const refused = await runAgainst(['erase', 'submissions', '--form', 'f1'], service({}));
  assert.is(refused.code, 2);
  assert.match(refused.stderr, '--dry-run');
  assert.is(refused.asked.length, 1);
  const none = await runAgainst(['erase', 'submissions', '--form', 'f1'], service({ count: 0 }));
  assert.equal([none.code, none.stdout, none.asked.length], [0, 'No submission matches.\n', 1]);
});

test.run();
