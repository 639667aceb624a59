import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { chain } from '../../../../log/hash-chain.ts';
import { readZip } from '../../../support/read-zip.ts';
import { nameField, startService, type TestService } from '../../../support/service.ts';
import { runCli } from '../run-cli.ts';

const test = suite('export');
const folder = mkdtempSync(join(tmpdir(), 'formlog-export-'));
let service: TestService;
let env: Record<string, string>;
let accountId: string;
let formId: string;

test.before(async () => {
  service = await startService();
  const account = await service.newAccount();
  accountId = account.accountId;
  formId = await service.newForm(account.accountId, [nameField]);
  for (const name of ['Ada', 'Grace, "Amazing"', 'Joan\r\nof two lines', 'Mary'])
    await account.api('POST', '/submissions', { body: { form_id: formId, answers: { name } } });
  await service.settled();
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  env = { FORMLOG_SERVICE: url, FORMLOG_TOKEN: service.operatorTokens[1] ?? '' };
});
test.after(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const fileOf = (name: string) => join(folder, name);
const cli = (...args: string[]) => runCli(['export', ...args], env);

async function exported(name: string, ...args: string[]): Promise<string> {
  const file = fileOf(name);
  const { code, stderr } = await cli(...args, '--output', file);
  assert.is(code, 0, stderr);
  return file;
}

test('events are written to a file that verifies as complete and equal to the log', async () => {
  const file = await exported('whole.ndjson', 'events');
  const verified = await cli('verify', file, '--json');
  assert.is(verified.code, 0, verified.stderr);
  const [verdict] = verified.lines() as Record<string, unknown>[];
  assert.equal([verdict?.['compared'], verdict?.['differences']], [true, 0]);
  assert.is(verdict?.['events'], readFileSync(file, 'utf8').split('\n').length - 3);
  const { stdout } = await cli('events');
  assert.is(stdout.split('\n').length, readFileSync(file, 'utf8').split('\n').length);
  const offline = await runCli(['export', 'verify', file, '--offline']);
  assert.is(offline.code, 0, offline.stderr);
});

test('an existing file is not overwritten', async () => {
  const file = fileOf('mine.ndjson');
  writeFileSync(file, 'mine');
  assert.is((await cli('events', '--output', file)).code, 2);
  assert.is(readFileSync(file, 'utf8'), 'mine');
  for (const args of [
    ['events'],
    ['submissions', '--form', formId],
    ['submissions', '--form', formId, '--format', 'csv'],
  ])
    assert.is((await cli(...args, '--output', file, '--resume')).code, 1);
  assert.is(readFileSync(file, 'utf8'), 'mine');
});

test('an incomplete file does not verify, and is continued to the same bytes', async () => {
  const whole = readFileSync(await exported('first.ndjson', 'events'));
  for (let cut = 0; cut < whole.length; cut += Math.ceil(whole.length / 12)) {
    const file = fileOf(`cut-${cut}.ndjson`);
    writeFileSync(file, whole.subarray(0, cut));
    assert.is((await cli('verify', file)).code, 1, `cut at ${cut}`);
    const resumed = await cli('events', '--output', file, '--resume');
    assert.is(resumed.code, 0, resumed.stderr);
    assert.ok(readFileSync(file).equals(whole), `cut at ${cut}`);
  }
  assert.match(
    (await cli('events', '--output', fileOf('first.ndjson'), '--resume')).stderr,
    'already complete',
  );
});

test('the chain reveals a changed line, and the log a forged chain', async () => {
  const file = await exported('forged.ndjson', 'events');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('"Ada"', '"Eve"'));
  const changed = await cli('verify', file);
  assert.equal([changed.code, /line \d+ does not continue/.test(changed.stderr)], [1, true], changed.stderr);

  const records = text.split('\n').slice(0, -1).map(withoutHash);
  const without = records.filter(({ type }) => type !== 'FormPublished');
  const lost = records.length - without.length;
  const events = without.length - 2;
  writeFileSync(file, chained([...without.slice(0, -1), { end: true, count: events }]));
  const forged = await cli('verify', file, '--json');
  assert.is(forged.code, 1);
  const kinds = (forged.lines() as Record<string, unknown>[]).map(({ difference }) => difference);
  assert.is(kinds.filter((kind) => kind === 'missing in the file').length, lost);
  writeFileSync(
    file,
    chained(records.map((line) => JSON.parse(JSON.stringify(line).replace('"Ada"', '"Eve"')) as object)),
  );
  const other = await cli('verify', file);
  assert.match(other.stdout, 'different: submission-');
});

function withoutHash(line: string): Record<string, unknown> {
  const { hash: _, ...record } = JSON.parse(line) as Record<string, unknown>;
  return record;
}

function chained(records: readonly object[]): string {
  let previous = '';
  return records
    .map((record) => {
      const { line, hash } = chain(previous, record);
      previous = hash;
      return `${line}\n`;
    })
    .join('');
}

test('an interrupted export of submissions is continued, as objects and as a table', async () => {
  for (const [format = '', ...options] of [
    ['ndjson'],
    ['csv'],
    ['csv', '--bom', '--delimiter', 'semicolon', '--time-zone', 'Asia/Kolkata'],
  ]) {
    const args = ['submissions', '--form', formId, '--format', format, ...options];
    const name = [format, ...options].join('').replaceAll('/', '');
    const whole = readFileSync(await exported(`all.${name}`, ...args));
    for (let cut = 0; cut < whole.length; cut += 37) {
      const file = fileOf(`cut-${cut}.${name}`);
      writeFileSync(file, whole.subarray(0, cut));
      const resumed = await cli(...args, '--output', file, '--resume');
      assert.is(resumed.code, 0, resumed.stderr);
      assert.is(readFileSync(file, 'utf8'), whole.toString(), `${format} cut at ${cut}`);
    }
  }
});

test('a table is not continued with other columns', async () => {
  const made = await service.newForm(accountId, [nameField]);
  await service.settled();
  const file = await exported('changed.csv', 'submissions', '--form', made);
  const before = readFileSync(file, 'utf8');
  assert.match(before, /^id,submitted_at,/, 'the ending of the name says the format');
  const fields = [{ key: 'town', label: 'Town', kind: 'short_text' }, nameField];
  await service.admin('PATCH', `/forms/${made}`, { body: { fields } });
  const { code, stderr } = await cli('submissions', '--form', made, '--output', file, '--resume');
  assert.is(code, 1);
  assert.match(stderr, 'the form has changed since');
  assert.is(readFileSync(file, 'utf8'), before);
});

test('submissions are exported as a workbook, which needs a file and cannot be continued', async () => {
  const args = ['submissions', '--form', formId, '--format', 'xlsx'];
  const file = readFileSync(await exported('all.xlsx', ...args, '--split', 'options'));
  assert.is(file.toString('latin1', 0, 2), 'PK');
  assert.is((await cli(...args)).code, 2);
  assert.is((await cli(...args, '--output', fileOf('all.xlsx'), '--resume')).code, 2);
  assert.is((await cli(...args, '--output', fileOf('other.xlsx'), '--bom')).code, 1);
});

test('everything of an account is exported as an archive, which is not overwritten', async () => {
  const file = fileOf('account.zip');
  const { code, stderr, lines } = await cli('account', accountId, '--output', file, '--json');
  assert.is(code, 0, stderr);
  assert.equal(lines(), [{ file, files: 0, problems: 0 }]);
  assert.match(readZip(readFileSync(file)).get('forms/a-form/submissions.ndjson') ?? '', 'Grace');
  assert.is((await cli('account', accountId, '--output', file)).code, 2);
  assert.is((await cli('account', 'none', '--output', fileOf('none.zip'))).code, 1);
});

test('an impossible export says why', async () => {
  assert.is((await cli('events', '--resume')).code, 2);
  assert.is((await cli('submissions', '--form', 'none')).code, 1);
  const unwritable = await cli('events', '--output', fileOf('none/events.ndjson'));
  assert.is(unwritable.code, 2);
  assert.match(unwritable.stderr, 'none/events.ndjson cannot be written: no such file or directory');
  assert.is((await cli('verify', fileOf('none'))).code, 1);
  const away = { ...env, FORMLOG_SERVICE: 'http://127.0.0.1:1' };
  assert.is((await runCli(['export', 'events'], away)).code, 3);
});

test.run();
