import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readArchive } from '../../../support/read-zip.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { png } from '../../../support/small-files.ts';
import { runCli } from '../run-cli.ts';

const test = suite('formlog import of tables that name files');
let service: TestService;
let account: Awaited<ReturnType<TestService['newAccount']>>;
let store: string;
let folder: string;
let env: Record<string, string>;
let form: string;

const fields = [
  { key: 'name', label: 'Name', kind: 'short_text' },
  {
    key: 'cv',
    label: 'CV',
    kind: 'file',
    validation: { max_files: 3, max_bytes: 2_000, types: ['image', 'text/*'] },
  },
];

test.before(async () => {
  store = await mkdtemp(join(tmpdir(), 'formlog-import-store-'));
  folder = await mkdtemp(join(tmpdir(), 'formlog-import-files-'));
  service = await startService({ settings: { FILES_STORE: { directory: store } } });
  account = await service.newAccount();
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  env = {
    FORMLOG_SERVICE: url,
    FORMLOG_TOKEN: service.operatorTokens[0] ?? '',
    FORMLOG_ACCOUNT: account.accountId,
  };
});
test.before.each(async () => {
  form = await service.newForm(account.accountId, fields);
});
test.after(async () => {
  await service.close();
  for (const directory of [store, folder]) rmSync(directory, { recursive: true });
});

function fileOf(path: string, content: string | Buffer): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}
const tableOf = (...rows: readonly string[]) => fileOf('table.csv', ['name;cv', ...rows].join('\n'));
const importInto = (table: string, ...more: string[]) =>
  runCli(['import', table, '--form', form, '--json', ...more], env);
const stored = () => readdirSync(store).filter((name) => !name.includes('.')).length;

const Line = Type.Object({
  answers: Type.Object({
    Name: Type.Optional(Type.String()),
    CV: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Array(Type.Object({ id: Type.String(), name: Type.String(), sha256: Type.String() })),
      ]),
    ),
  }),
});

async function records() {
  await service.settled();
  const exported = await service.admin('GET', `/forms/${form}/exports/submissions`);
  return exported.text
    .split('\n')
    .slice(0, -1)
    .map((line) => Value.Parse(Line, JSON.parse(line)).answers);
}
const namesIn = async () => (await records()).map(({ CV }) => CV?.map(({ name }) => name) ?? []);

const Outcome = Type.Object({ accepted: Type.Integer(), replayed: Type.Integer(), refused: Type.Integer() });
const Reasons = Type.Object({ line: Type.Integer(), reasons: Type.Array(Type.String()) });
type Ran = Awaited<ReturnType<typeof importInto>>;
const outcome = (ran: Ran) => Value.Parse(Outcome, Value.Clean(Outcome, ran.lines().at(-1)));
const reasons = (ran: Ran) =>
  ran
    .lines()
    .flatMap((line) =>
      Value.Check(Reasons, line) ? line.reasons.map((one) => one.replaceAll(folder, 'DIR')) : [],
    );

test('cells name files beside the table, several as in other cells of several choices', async () => {
  fileOf('in/one.txt', 'one');
  fileOf('in/two, three.txt', 'two');
  fileOf('photo.png', png);
  const ran = await importInto(
    tableOf(
      'Ada;in/one.txt',
      'Bo;"in/one.txt; photo.png"',
      'Cy;"photo.png, in/one.txt"',
      'Di;in/two, three.txt',
      'Ed;',
    ),
  );
  assert.is(ran.code, 0, ran.stderr);
  assert.equal(await namesIn(), [
    ['one.txt'],
    ['one.txt', 'photo.png'],
    ['photo.png', 'one.txt'],
    ['two, three.txt'],
    [],
  ]);
});

test('a repeated import imports no row again, and stores no file again', async () => {
  fileOf('again.txt', 'again');
  const table = tableOf('Ada;again.txt', 'Bo;again.txt');
  assert.equal(outcome(await importInto(table)), { accepted: 2, replayed: 0, refused: 0 });
  const before = stored();
  assert.equal(outcome(await importInto(table)), { accepted: 2, replayed: 2, refused: 0 });
  assert.is(stored(), before);
  fileOf('again.txt', 'otherwise');
  const changed = await importInto(table);
  assert.equal(outcome(changed), { accepted: 0, replayed: 0, refused: 2 });
  assert.match(reasons(changed)[0] ?? '', 'imported before with other answers');
});

test('a row with a file that is missing, outside or refused is rejected with its reason', async () => {
  fileOf('good.txt', 'good');
  fileOf('plan.pdf', '%PDF-1.7\n');
  fileOf('large.txt', 'x'.repeat(2_001));
  mkdirSync(join(folder, 'inner'), { recursive: true });
  rmSync(join(folder, 'inner/link.txt'), { force: true });
  symlinkSync('/etc/hostname', join(folder, 'inner/link.txt'));
  const ran = await importInto(
    tableOf(
      'A;good.txt',
      'B;none.txt',
      'C;../x.txt',
      'D;/etc/hostname',
      'E;inner/link.txt',
      'F;inner',
      'G;plan.pdf',
      'H;large.txt',
      'I;"good.txt; good.txt"',
    ),
  );
  assert.is(ran.code, 1);
  assert.equal(outcome(ran), { accepted: 1, replayed: 0, refused: 8 });
  assert.equal(await namesIn(), [['good.txt']]);
  const found = reasons(ran);
  for (const reason of [
    'cv: none.txt cannot be read: no such file or directory.',
    'cv: ../x.txt is outside of DIR.',
    'cv: /etc/hostname is outside of DIR.',
    'cv: inner/link.txt is outside of DIR.',
    'cv: inner is not a file.',
    'cv: large.txt is too large: a file may have at most 2 KB.',
    'cv/1: Is selected twice.',
  ])
    assert.ok(found.includes(reason), `${reason} in ${found.join('\n')}`);
  assert.ok(
    found.some((one) => one.startsWith('cv: plan.pdf: ') && one.includes('application/pdf')),
    found.join('\n'),
  );
});

test('a dry run names the files that would be uploaded, and uploads none', async () => {
  fileOf('dry.txt', 'dry');
  const before = stored();
  const ran = await importInto(tableOf('A;dry.txt', 'B;none.txt'), '--dry-run');
  assert.is(ran.code, 1);
  const lines = ran.lines();
  assert.ok(
    lines.some((line) => JSON.stringify(line) === '{"line":2,"field":"cv","file":"dry.txt","size":3}'),
  );
  assert.match(JSON.stringify(lines.at(-1)), '"refused":1,"files":1,"bytes":3');
  assert.is(stored(), before);
  const inWords = await runCli(['import', join(folder, 'table.csv'), '--form', form, '--dry-run'], env);
  assert.match(inWords.stdout, /1 file with 3 bytes would be uploaded/);
});

test('--files names another directory; an unknown one ends the import', async () => {
  fileOf('elsewhere/far.txt', 'far');
  const table = tableOf('A;far.txt');
  assert.is((await importInto(table, '--files', join(folder, 'elsewhere'))).code, 0);
  assert.equal(await namesIn(), [['far.txt']]);
  assert.is((await importInto(table, '--files', join(folder, 'nowhere'))).code, 2);
});

test('ids of files that were uploaded before are taken, too', async () => {
  const file = fileOf('before.txt', 'before');
  const sent = await runCli(['files', 'upload', file, '--form', form, '--field', 'cv', '--json'], env);
  const { id } = Value.Parse(Type.Object({ id: Type.String() }), sent.lines()[0]);
  assert.is((await importInto(tableOf(`A;${id}`))).code, 0);
  assert.equal(await namesIn(), [['before.txt']]);
});

for (const display of ['labels', 'values'])
  test(`an unpacked archive that is imported gives the same answers and files (${display})`, async () => {
    fileOf('one.txt', 'one');
    fileOf('Two; "2".txt', 'two');
    fileOf('photo.png', png);
    await importInto(
      tableOf('Ada;one.txt', 'Bo;"one.txt; photo.png"', '=Cy;"""Two; """"2"""".txt"""', 'Di;'),
    );
    const made = await records();
    const zip = join(folder, `${form}.zip`);
    const saved = await runCli(
      ['export', 'submissions', '--form', form, '--output', zip, '--display', display],
      env,
    );
    assert.is(saved.code, 0, saved.stderr);
    for (const [path, bytes] of readArchive(readFileSync(zip))) fileOf(join(form, path), bytes);
    const contents = (answers: typeof made) =>
      answers.map(({ Name, CV }) => [Name, CV?.map(({ name, sha256 }) => [name, sha256])]);
    form = await service.newForm(account.accountId, fields);
    const table = join(folder, zip.slice(folder.length + 1, -4), 'submissions.csv');
    for (let turn = 0; turn < 2; turn++) {
      const ran = await importInto(table);
      assert.is(ran.code, 0, ran.stderr);
      assert.equal(contents(await records()), contents(made));
    }
  });

test.run();
