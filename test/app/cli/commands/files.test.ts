import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readZip } from '../../../support/read-zip.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { runCli } from '../run-cli.ts';

const test = suite('formlog files');
let service: TestService;
let directory: string;
let env: Record<string, string>;
let form: string;

test.before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'formlog-cli-files-'));
  service = await startService();
  const { accountId } = await service.newAccount();
  form = await service.newForm(accountId, [
    { key: 'cv', label: 'CV', kind: 'file', validation: { types: ['text/plain'] } },
  ]);
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  env = { FORMLOG_SERVICE: url, FORMLOG_TOKEN: service.operatorTokens[0] ?? '', FORMLOG_ACCOUNT: accountId };
});
test.after(async () => {
  await service.close();
  rmSync(directory, { recursive: true });
});

test('a file is uploaded, submitted, listed, shown and downloaded', async () => {
  const path = join(directory, 'cv.txt');
  writeFileSync(path, 'Hello');
  const uploaded = await runCli(['files', 'upload', path, '--form', form, '--field', 'cv', '--json'], env);
  assert.is(uploaded.code, 0, uploaded.stderr);
  const { id, name, size } = uploaded.lines()[0] as { id: string; name: string; size: number };
  assert.equal([name, size], ['cv.txt', 5]);
  const made = await runCli(['submissions', 'create', '--form', form, '--answer', `cv=${id}`], env);
  assert.is(made.code, 0, made.stderr);
  assert.match(made.stdout, /cv\.txt/);
  const listed = await runCli(['files', 'list', '--form', form, '--json'], env);
  assert.match(listed.stdout, id);
  const shown = await runCli(['files', 'show', id], env);
  assert.match(shown.stdout, /text\/plain/);
  const copy = join(directory, 'copy.txt');
  const got = await runCli(['files', 'download', id, '--output', copy], env);
  assert.is(got.code, 0, got.stderr);
  assert.is(readFileSync(copy, 'utf8'), 'Hello');
});

test('a file that is refused or cannot be read is named', async () => {
  const path = join(directory, 'plan.pdf');
  writeFileSync(path, '%PDF-1.7\n');
  const refused = await runCli(['files', 'upload', path, '--form', form, '--field', 'cv'], env);
  assert.is(refused.code, 1);
  assert.match(refused.stderr, /application\/pdf/);
  const missing = await runCli(
    ['files', 'upload', join(directory, 'none'), '--form', form, '--field', 'cv'],
    env,
  );
  assert.match(missing.stderr, /cannot be read/);
  const folder = await runCli(['files', 'upload', directory, '--form', form, '--field', 'cv'], env);
  assert.match(folder.stderr, /is not a file/);
});

test('submissions are exported with their files into an archive', async () => {
  const path = join(directory, 'archived.txt');
  writeFileSync(path, 'archived');
  const uploaded = await runCli(['files', 'upload', path, '--form', form, '--field', 'cv', '--json'], env);
  const { id } = uploaded.lines()[0] as { id: string };
  await runCli(['submissions', 'create', '--form', form, '--answer', `cv=${id}`], env);
  const zip = join(directory, 'answers.zip');
  const saved = await runCli(['export', 'submissions', '--form', form, '--output', zip, '--json'], env);
  assert.is(saved.code, 0, saved.stderr);
  const { files, problems } = saved.lines()[0] as { files: number; problems: number };
  assert.equal(problems, 0);
  const contents = readZip(readFileSync(zip));
  assert.is(contents.size, files + 1);
  assert.ok([...contents.values()].includes('archived'));
  assert.match(contents.get('submissions.csv') ?? '', /files\/\w+\/archived\.txt/);
});

test('an archive needs a file, and cannot be continued', async () => {
  const archive = ['export', 'submissions', '--form', form, '--with-files'];
  assert.is((await runCli(archive, env)).code, 2);
  const resumed = await runCli([...archive, '--output', join(directory, 'other.zip'), '--resume'], env);
  assert.is(resumed.code, 2);
  assert.match(resumed.stderr, /cannot be continued/);
});

test.run();
