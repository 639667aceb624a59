import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { archiveVersion, isMemberPath } from '../../../api/contract/accounts/account-archive.ts';
import { accountArchive } from '../../../api/exports/account/archive-writer.ts';
import { readAccountArchive } from '../../support/account-archive.ts';
import { eventually } from '../../support/eventually.ts';
import { adminBase, publicBase } from '../../support/injected-requests.ts';
import { startService, type TestService } from '../../support/service.ts';
import { png } from '../../support/small-files.ts';

const test = suite('export of everything of an account');
let service: TestService;
let account: Awaited<ReturnType<TestService['newAccount']>>;
let directory: string;

const fields = [
  { key: 'name', label: 'Name', kind: 'short_text' },
  { key: 'photo', label: 'Photo', kind: 'file' },
];

test.before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'formlog-account-export-'));
  service = await startService({ settings: { FILES_STORE: { directory } } });
});
test.before.each(async () => {
  account = await service.newAccount();
});
test.after(async () => {
  await service.close();
  rmSync(directory, { recursive: true });
});

test('an account has two exports at a time, and the next one when one of them ends', async () => {
  const { forms } = service.deps.queries;
  const { list } = forms;
  let waiting = 0;
  let goOn = (): void => undefined;
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  forms.list = async (...request) => {
    waiting += 1;
    await gate;
    return list(...request);
  };
  const download = () =>
    service.app.inject({ url: `${publicBase}/export`, headers: { 'x-api-key': account.key } });
  const both = [download(), download()];
  try {
    await eventually('both are being written', () => waiting === 2);
    const refused = await download();
    assert.is(refused.statusCode, 429, refused.payload);
    assert.ok(Number(refused.headers['retry-after']) > 0);
  } finally {
    goOn();
    forms.list = list;
  }
  for (const { statusCode } of await Promise.all(both)) assert.is(statusCode, 200);
  assert.is((await download()).statusCode, 200);
});

async function upload(form: string, payload: Buffer): Promise<string> {
  const made = await service.inject({
    method: 'POST',
    url: `/api/public/v1/files?form_id=${form}&field=photo&name=me.png`,
    headers: { 'x-api-key': account.key, 'content-type': 'application/octet-stream' },
    payload,
  });
  assert.is(made.status, 201, made.text);
  return String(made.at('id'));
}

async function submit(form: string, answers: object, others: object = {}): Promise<string> {
  const made = await account.api('POST', '/submissions', { body: { form_id: form, answers, ...others } });
  assert.is(made.status, 201, made.text);
  return String(made.at('id'));
}

async function exported() {
  await service.settled();
  const response = await service.app.inject({
    url: `${adminBase}/accounts/${account.accountId}/export`,
    headers: { authorization: `Bearer ${service.operatorTokens[0] ?? ''}` },
  });
  assert.is(response.statusCode, 200, response.payload);
  assert.is(response.headers['content-type'], 'application/zip');
  return { response, ...readAccountArchive(response.rawPayload) };
}

test('an archive has every part of an account, and a manifest with the size and the hash of each', async () => {
  const { accountId } = account;
  await service.admin('PUT', `/accounts/${accountId}/embedding`, {
    body: { origins: ['https://a.example'] },
  });
  const form = await service.newForm(accountId, fields);
  const changed = [...fields, { key: 'why', label: 'Why', kind: 'long_text' }];
  const ada = await submit(form, { name: 'Ada', photo: [await upload(form, png)] });
  await service.admin('PATCH', `/forms/${form}`, { body: { fields: changed } });
  const begun = await submit(form, { why: 'so' }, { is_complete: false });
  await account.api('PATCH', `/submissions/${ada}`, {
    body: { answers: { name: 'Ada L.' }, correction: { reason: 'typo' } },
  });
  const added = await account.api('POST', '/destinations', {
    body: { label: 'CRM', url: 'https://crm.example/hooks' },
  });
  const { members, json, lines, manifest } = await exported();

  assert.equal(
    [...members.keys()],
    [
      'README.txt',
      'account.json',
      'members.ndjson',
      'invitations.ndjson',
      'forms/a-form/form.json',
      'forms/a-form/versions.ndjson',
      'forms/a-form/submissions.ndjson',
      `files/${ada}/me.png`,
      'destinations.ndjson',
      'deliveries.ndjson',
      'history.ndjson',
      'manifest.json',
    ],
  );
  assert.is(json('account.json')['id'], accountId);
  assert.equal(json('account.json')['embed_origins'], ['https://a.example']);
  assert.equal(
    [json('forms/a-form/form.json')['version'], json('forms/a-form/form.json')['draft']],
    [2, null],
  );
  assert.equal(
    lines('forms/a-form/versions.ndjson').map(({ version, fields: of }) => [
      version,
      (of as unknown[]).length,
    ]),
    [
      [1, 2],
      [2, 3],
    ],
  );
  const submissions = lines('forms/a-form/submissions.ndjson');
  assert.equal(
    submissions.map(({ id, is_complete, corrections, form_version }) => [
      id,
      is_complete,
      corrections,
      form_version,
    ]),
    [
      [ada, true, 1, 1],
      [begun, false, undefined, 2],
    ],
  );
  assert.equal(members.get(`files/${ada}/me.png`), png);
  const [destination = {}] = lines('destinations.ndjson');
  assert.is(destination['label'], 'CRM');
  const secret = String(added.at('signing_secret'));
  for (const [path, content] of members) assert.not.ok(content.includes(secret), path);
  const types = lines('history.ndjson').map(({ type }) => type);
  for (const type of ['AccountOpened', 'FormFieldsChanged', 'SubmissionCorrected', 'DestinationConfigured'])
    assert.ok(types.includes(type), type);

  assert.equal(manifest.counts, {
    forms: 1,
    submissions: 1,
    incomplete_submissions: 1,
    files: 1,
    destinations: 1,
    deliveries: lines('deliveries.ndjson').length,
    events: types.length,
    members: 0,
    invitations: 0,
  });
  assert.equal(manifest.left_out, []);
  assert.equal(manifest.problems, []);
  const measured = [...members]
    .filter(([path]) => path !== 'manifest.json')
    .map(([path, content]) => ({
      path,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    }));
  assert.equal(manifest.members, measured);
  assert.ok(measured.every(({ path }) => isMemberPath(path)));
});

test('what was erased, and what is being erased, is not in an archive', async () => {
  const form = await service.newForm(account.accountId, fields);
  const gone = await submit(form, { name: 'Grace Hopper' });
  await submit(form, { name: 'Ada' });
  await service.settled();
  const erased = await service.admin('POST', `/submissions/${gone}/erase`, { body: { reason: 'asked' } });
  assert.ok(erased.status < 300, erased.text);
  const { members } = await exported();
  for (const [path, content] of members) assert.not.ok(content.includes('Grace'), path);
  assert.match(members.get('forms/a-form/submissions.ndjson')?.toString() ?? '', 'Ada');
});

test('a file that the store has lost is named in the manifest', async () => {
  const form = await service.newForm(account.accountId, fields);
  const before = new Set(readdirSync(directory));
  const file = await upload(form, png);
  const [content = ''] = readdirSync(directory).filter((name) => !before.has(name) && !name.includes('.'));
  const id = await submit(form, { photo: [file] });
  rmSync(join(directory, content));
  const { manifest, members } = await exported();
  const path = `files/${id}/me.png`;
  assert.equal(manifest.problems, [{ submission_id: id, file_id: file, path, problem: 'missing' }]);
  assert.not.ok(members.has(path));
});

test('an account without anything has an archive, too', async () => {
  const { manifest, lines } = await exported();
  assert.is(manifest.counts.forms, 0);
  assert.equal(
    lines('history.ndjson').map(({ type }) => type),
    ['AccountOpened'],
  );
});

test('a key needs the scopes of all parts', async () => {
  const tried = async (scopes: readonly string[]) => {
    const issued = await service.admin('POST', `/accounts/${account.accountId}/keys`, {
      body: { name: 'part', scopes },
    });
    return service.withKey(String(issued.at('key')))('GET', '/export');
  };
  const all = ['submissions:read', 'forms:read', 'webhooks:read'];
  for (const lacking of all) {
    const refused = await tried(all.filter((scope) => scope !== lacking));
    assert.equal([refused.status, refused.at('error.details.required_scope')], [403, lacking]);
  }
  const taken = await service.app.inject({
    url: `${publicBase}/export`,
    headers: { 'x-api-key': account.key },
  });
  assert.is(taken.statusCode, 200);
});

test('an unknown account is refused, and a closed one', async () => {
  assert.is((await service.admin('GET', '/accounts/none/export')).status, 404);
  await service.admin('POST', `/accounts/${account.accountId}/close`, { body: { name: 'Acme' } });
  const refused = await service.admin('GET', `/accounts/${account.accountId}/export`);
  assert.equal([refused.status, refused.at('error.code')], [409, 'conflict']);
});

test('if a store fails in the middle, the download is cut off: it has no manifest, and is no archive', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield 'first\n';
    throw new Error('the store is away');
  }
  const heading = { account_id: 'a', position: '1', exported_at: '2026-01-01T00:00:00.000Z' };
  const chunks: Buffer[] = [];
  const archive = accountArchive(
    heading,
    (writer) => writer.text('history.ndjson', broken()),
    archiveVersion,
  );
  archive.on('data', (chunk: Buffer) => chunks.push(chunk));
  const failed = await buffer(archive).then(
    () => null,
    (error: unknown) => error,
  );
  assert.match(String(failed), /the store is away/);
  const sent = Buffer.concat(chunks).toString('latin1');
  assert.not.ok(sent.includes('manifest.json') || sent.includes('PK\x05\x06'));
});

test.run();
