import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openRefusals } from '../../../../app/cli/account-archive/refusals.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { runCli } from '../run-cli.ts';
import { archiveOf, counts, form, line, whole } from './made-archives.ts';
import type { Json } from './two-services.ts';

const test = suite('an import that is repeated after refusals');
const folder = mkdtempSync(join(tmpdir(), 'formlog-refusals-'));
let service: TestService;
let env: Readonly<Record<string, string>>;
let number = 0;

test.before(async () => {
  service = await startService();
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  env = { FORMLOG_SERVICE: url, FORMLOG_TOKEN: service.operatorTokens[0] ?? '' };
});
test.after(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const at = '2026-01-01T00:00:00.000Z';
const field = {
  id: 'q1',
  key: 'age',
  label: 'Age',
  kind: 'number',
  required: true,
  position: 0,
  hidden: false,
};
const submissionWith = (id: string, value: unknown) => ({
  id,
  submitted_at: at,
  is_complete: true,
  form_version: 1,
  fields: [{ id: 'q1', key: 'age', kind: 'number', value }],
});
const destination = (label: string) => ({
  id: label,
  label,
  url: `https://${label}.example/hooks`,
  form_id: null,
  events: ['submission.created'],
  included_fields: [],
  included_questions: [],
  warnings: [],
  disabled_because: null,
  disabled_since: null,
  previous_secret_until: null,
  enabled: true,
  signature: 'timestamped',
  concurrency: 5,
  rate_per_second: null,
  created_at: at,
  updated_at: at,
});

/** An archive in a file of its own: a submission of it has no answer to a question that needs one, and it has seven destinations. */
async function newArchive(look: object | null = null): Promise<string> {
  const { 'files/s1/me.png': _, 'members.ndjson': __, ...others } = whole;
  const members = {
    ...others,
    'members.ndjson': '',
    'invitations.ndjson': '',
    'forms/poll/form.json': JSON.stringify({ ...form, status: 'published', look }),
    'forms/poll/versions.ndjson': line({ version: 1, fields: [field] }),
    'forms/poll/submissions.ndjson': [submissionWith('good', 7), submissionWith('bad', 'seven')]
      .map(line)
      .join(''),
    'destinations.ndjson': ['a', 'b', 'c', 'd', 'e', 'f', 'g']
      .map((label) => line(destination(label)))
      .join(''),
  };
  const numbers = { ...counts, submissions: 2, files: 0, destinations: 7, members: 0, invitations: 0 };
  const file = join(folder, `${++number}.zip`);
  writeFileSync(file, await archiveOf({ members, manifest: { counts: numbers } }));
  return file;
}

async function importOf(file: string, ...more: string[]) {
  const { code, stderr, lines } = await runCli(['accounts', 'import', file, '--json', ...more], env);
  const refusals = (lines() as Json[])
    .flatMap(({ not_imported: item }) => (typeof item === 'object' ? [item as Json] : []))
    .map(({ kind, subject }) => `${String(kind)} ${String(subject)}`);
  return { code, stderr, refusals };
}

test('each run ends with the refusals so far, and those that were mended are gone', async () => {
  const file = await newArchive();
  const record = `${file}.refusals.ndjson`;
  const first = await importOf(file, '--id', 'mended', '--plan', 'free');
  assert.equal(
    [first.code, first.refusals],
    [1, ['submission bad', 'destination f', 'destination g']],
    first.stderr,
  );
  assert.match(first.stderr, `All refusals are in ${record}`);
  assert.is(statSync(record).mode & 0o777, 0o600);

  const second = await importOf(file, '--account', 'mended');
  assert.equal([second.code, [...second.refusals].sort()], [1, [...first.refusals].sort()], second.stderr);
  assert.match(second.stderr, /1 × submission: .*\(bad\)/);

  const changed = await service.admin('PATCH', '/accounts/mended', { body: { plan: 'pro' } });
  assert.is(changed.status, 200, changed.text);
  const third = await importOf(file, '--account', 'mended');
  assert.equal([third.code, third.refusals], [1, ['submission bad']], third.stderr);
  assert.is(readFileSync(record, 'utf8').split('\n').length, 2);
});

test('an import without refusals leaves no record, and another import is not told of them', async () => {
  const file = await newArchive();
  const record = join(folder, 'shared.ndjson');
  await importOf(file, '--id', 'one', '--plan', 'free', '--refusals', record);
  const other = await newArchive();
  const into = await importOf(other, '--id', 'two', '--plan', 'pro', '--refusals', record);
  assert.equal(into.refusals, ['submission bad']);
  const again = await importOf(file, '--account', 'one', '--refusals', record);
  assert.is(again.refusals.length, 3, 'the other import left the record as it was');
  assert.not.ok(existsSync(`${file}.refusals.ndjson`));
});

test('the colour of a form is imported from an archive of before pictures', async () => {
  const { code, stderr } = await importOf(await newArchive({ color: '#0a7d55' }), '--id', 'colour');
  assert.is(code, 1, stderr);
  await service.settled();
  const listed = await runCli(['forms', 'list', '--account', 'colour', '--json'], env);
  const [{ id } = {}] = listed.lines() as Json[];
  const shown = await service.admin('GET', `/forms/${String(id)}/history`);
  assert.match(shown.text, '"color":"#0a7d55"');
});

test('a file that is something else is refused before the first request', async () => {
  const file = await newArchive();
  for (const path of [file, '/dev/null', folder, join(folder, 'none', 'x')]) {
    const { code, stderr } = await importOf(file, '--id', 'never', '--refusals', path);
    assert.is(code, 2, stderr);
  }
  assert.is((await service.admin('GET', '/accounts/never')).status, 404);
});

const of = (subject: string, reason = 'refused') =>
  ({ kind: 'submission', subject, reason, count: 1 }) as const;

test('what a killed run recorded is there, up to a line that was cut off', () => {
  const path = join(folder, 'killed.ndjson');
  const target = { accountId: 'acme', archive: 'acme now' };
  const killed = openRefusals(path, target);
  killed.add(of('one'));
  killed.add(of('two'));
  killed.add(of('two', 'for another reason'));
  writeFileSync(path, `${readFileSync(path, 'utf8')}{"account_id":"ac`);

  const next = openRefusals(path, target);
  assert.equal(next.earlier, [of('one'), of('two'), of('two', 'for another reason')]);
  next.add(of('two', 'refused again'));
  next.tryAgain(of('one'));
  // Killed, too.
  const last = openRefusals(path, target);
  assert.equal(last.earlier, [of('two', 'refused again')]);
  last.tryAgain(of('two'));
  last.close();
  assert.not.ok(existsSync(path));
});

test('two imports at once keep their refusals in one file, and remove it if neither has any', () => {
  const path = join(folder, 'two-imports.ndjson');
  const [a, b] = ['a', 'b'].map((accountId) => ({ accountId, archive: 'archive' }));
  assert.ok(a && b);
  const [ofA, ofB] = [openRefusals(path, a), openRefusals(path, b)];
  ofA.add(of('one'));
  ofB.add(of('two'));
  ofB.close();
  ofA.add(of('three'));
  ofA.close();
  const [nextA, nextB] = [openRefusals(path, a), openRefusals(path, b)];
  assert.equal([nextA.earlier, nextB.earlier], [[of('one'), of('three')], [of('two')]]);
  for (const subject of ['one', 'three']) nextA.tryAgain(of(subject));
  nextB.tryAgain(of('two'));
  nextA.close();
  nextB.close();
  assert.not.ok(existsSync(path));
});

test.run();
