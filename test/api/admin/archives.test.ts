import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { archive } from '../../../api/exports/archive.ts';
import { placeFiles } from '../../../api/exports/placed-files.ts';
import { noFiles } from '../../../files/file-access.ts';
import { adminBase } from '../../support/injected-requests.ts';
import { readArchive } from '../../support/read-zip.ts';
import { startService, type TestService } from '../../support/service.ts';
import { png } from '../../support/small-files.ts';

const test = suite('archives of submissions and their files');
let service: TestService;
let account: Awaited<ReturnType<TestService['newAccount']>>;
let directory: string;

const fields = [
  { key: 'name', label: 'Name', kind: 'short_text' },
  { key: 'cv', label: 'CV', kind: 'file', validation: { max_files: 3 } },
  { key: 'photo', label: 'Photo', kind: 'file' },
];

test.before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'formlog-archives-'));
  service = await startService({ settings: { FILES_STORE: { directory } } });
  account = await service.newAccount();
});
test.after(async () => {
  await service.close();
  rmSync(directory, { recursive: true });
});

async function upload(form: string, field: string, name: string, payload: Buffer | string): Promise<string> {
  const query = new URLSearchParams({ form_id: form, field, name }).toString();
  const made = await service.inject({
    method: 'POST',
    url: `/api/public/v1/files?${query}`,
    headers: { 'x-api-key': account.key, 'content-type': 'application/octet-stream' },
    payload,
  });
  assert.is(made.status, 201, made.text);
  return String(made.at('id'));
}

async function submit(form: string, answers: object): Promise<string> {
  const made = await account.api('POST', '/submissions', { body: { form_id: form, answers } });
  assert.is(made.status, 201, made.text);
  return String(made.at('id'));
}

async function downloaded(form: string, query: string) {
  await service.settled();
  const response = await service.app.inject({
    url: `${adminBase}/forms/${form}/exports/submissions?with_files=true&${query}`,
    headers: { authorization: `Bearer ${service.operatorTokens[0] ?? ''}` },
  });
  assert.is(response.statusCode, 200, response.payload);
  const { rawPayload: bytes, headers } = response;
  return { bytes, headers, files: readArchive(bytes) };
}

const rowsIn = (files: ReadonlyMap<string, Buffer>, name = 'submissions.csv') =>
  parse<Record<string, string>>(files.get(name) ?? '', { columns: true, bom: true });
const comment = (bytes: Buffer) => /\d+ files, \d+ problems$/.exec(bytes.toString('latin1'))?.[0];

test('an archive has the table and the files, at the paths that the table names', async () => {
  const form = await service.newForm(account.accountId, fields);
  const cv = [await upload(form, 'cv', 'cv, "new".txt', 'one'), await upload(form, 'cv', 'a.txt', 'two')];
  const photo = [await upload(form, 'photo', 'A.TXT', png)];
  const id = await submit(form, { name: 'Ada', cv, photo });
  await submit(form, { name: 'Grace' });
  const { bytes, headers, files } = await downloaded(form, 'format=csv');
  assert.is(headers['content-type'], 'application/zip');
  assert.match(String(headers['content-disposition']), /\.zip"/);
  assert.equal(
    [...files.keys()],
    ['submissions.csv', `files/${id}/cv, _new_.txt`, `files/${id}/a.txt`, `files/${id}/A (2).TXT`],
  );
  const [ada, grace] = rowsIn(files);
  assert.is(ada?.['CV'], `"files/${id}/cv, _new_.txt"; files/${id}/a.txt`);
  assert.is(ada?.['Photo'], `files/${id}/A (2).TXT`);
  assert.equal([grace?.['CV'], grace?.['Photo']], ['', '']);
  assert.is(files.get(`files/${id}/a.txt`)?.toString(), 'two');
  assert.equal(files.get(`files/${id}/A (2).TXT`), png);
  assert.is(comment(bytes), '3 files, 0 problems');
});

test('objects name the paths of their files in the place of links', async () => {
  const form = await service.newForm(account.accountId, fields);
  const id = await submit(form, { photo: [await upload(form, 'photo', 'me.png', png)] });
  const { files } = await downloaded(form, 'format=ndjson');
  const line = JSON.parse(files.get('submissions.ndjson')?.toString() ?? '') as {
    answers: { Photo: Record<string, unknown>[] };
  };
  const [photo = {}] = line.answers.Photo;
  assert.equal([photo['path'], photo['url']], [`files/${id}/me.png`, undefined]);
  assert.equal(files.get(`files/${id}/me.png`), png);
});

test('a workbook and its files', async () => {
  const form = await service.newForm(account.accountId, fields);
  const id = await submit(form, { photo: [await upload(form, 'photo', 'me.png', png)] });
  const { files } = await downloaded(form, 'format=xlsx');
  const sheet = readArchive(files.get('submissions.xlsx') ?? Buffer.alloc(0)).get('xl/worksheets/sheet1.xml');
  assert.match(sheet?.toString() ?? '', `files/${id}/me.png`);
});

test('files that the store has lost or changed are listed, and the others are there', async () => {
  const form = await service.newForm(account.accountId, fields);
  const before = new Set(readdirSync(directory));
  const lost = await upload(form, 'cv', 'lost.txt', 'lost');
  const [content = ''] = readdirSync(directory).filter((name) => !before.has(name) && !name.includes('.'));
  const kept = await upload(form, 'cv', 'kept.txt', 'kept');
  const known = new Set([...before, ...readdirSync(directory)]);
  const changed = await upload(form, 'cv', 'changed.txt', 'as it was');
  const [other = ''] = readdirSync(directory).filter((name) => !known.has(name) && !name.includes('.'));
  const id = await submit(form, { cv: [lost, kept, changed] });
  rmSync(join(directory, content));
  writeFileSync(join(directory, other), 'otherwise');
  const { bytes, files } = await downloaded(form, 'format=csv');
  assert.equal(
    [...files.keys()],
    ['submissions.csv', `files/${id}/kept.txt`, `files/${id}/changed.txt`, 'problems.csv'],
  );
  assert.equal(
    rowsIn(files, 'problems.csv').map(({ submission_id, file_id, path, problem }) => [
      submission_id,
      file_id,
      path,
      problem,
    ]),
    [
      [id, lost, `files/${id}/lost.txt`, 'missing'],
      [id, changed, `files/${id}/changed.txt`, 'changed'],
    ],
  );
  assert.is(comment(bytes), '3 files, 2 problems');
});

test('an archive cannot be continued', async () => {
  const form = await service.newForm(account.accountId, fields);
  const query =
    'with_files=true&format=csv&after_id=4fJkZ0qJ2mXr8sVtYb1c&after_submitted_at=2026-01-01T00:00:00Z';
  const refused = await service.admin('GET', `/forms/${form}/exports/submissions?${query}`);
  assert.is(refused.status, 400, refused.text);
});

const placed = (...names: string[]) =>
  placeFiles({
    id: 's1',
    answers: [
      {
        fieldId: 'f',
        key: 'f',
        label: 'F',
        kind: 'file',
        display: null,
        value: names.map((name, index) => ({
          id: `f${index}`,
          name,
          size: 1,
          type: 'text/plain',
          sha256: '',
        })),
      },
    ],
  }).map(({ path }) => path);

test('names are unique and can be stored everywhere', () => {
  assert.equal(placed('con', 'NUL.txt', 'a/../b', '.', 'x', 'X', 'x'), [
    'files/s1/_con',
    'files/s1/_NUL.txt',
    'files/s1/b',
    'files/s1/file',
    'files/s1/x',
    'files/s1/X (2)',
    'files/s1/x (3)',
  ]);
  const [long = ''] = placed(`${'😀'.repeat(90)}.jpeg`);
  assert.ok(Buffer.byteLength(long) <= 'files/s1/'.length + 200);
  assert.match(long, /^files\/s1\/😀+\.jpeg$/u);
});

test('the reading end learns that the store went away: the archive is cut off', async () => {
  const [file] = placeFiles({
    id: 's1',
    answers: [
      {
        fieldId: 'f',
        key: 'f',
        label: 'F',
        kind: 'file',
        display: null,
        value: [{ id: 'f1', name: 'a', size: 9, type: 'text/plain', sha256: '' }],
      },
    ],
  });
  assert.ok(file);
  const broken = archive(
    {
      aggregates: {
        load: () => Promise.reject(new Error('the log is away')),
      } as never,
      contents: { ...noFiles } as never,
      requireClean: () => Promise.resolve(),
    },
    { name: 't.csv', content: Readable.from(['a']), isCompressed: true },
    [file],
  );
  const failed = await buffer(broken).then(
    () => null,
    (error: unknown) => error,
  );
  assert.match(String(failed), /the log is away/);
});

test.run();
