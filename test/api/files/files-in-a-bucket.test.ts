import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseStoreAddress } from '../../../files/store-address.ts';
import { publicBase } from '../../support/injected-requests.ts';
import { startS3 } from '../../support/s3-server.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('files in a bucket');
const directory = mkdtempSync(join(tmpdir(), 'formlog-s3-'));
let service: TestService;
let s3: Awaited<ReturnType<typeof startS3>>;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let formId: string;

test.before(async () => {
  s3 = await startS3(directory);
  service = await startService({ settings: { FILES_STORE: parseStoreAddress(s3.setting) } });
  mine = await service.newAccount();
  formId = await service.newForm(mine.accountId, [{ key: 'cv', label: 'CV', kind: 'file' }]);
});
test.after(async () => {
  await service.close();
  await s3.close();
  rmSync(directory, { recursive: true });
});

const upload = (payload: Buffer) =>
  service.inject({
    method: 'POST',
    url: `${publicBase}/files?form_id=${formId}&field=cv&name=a.bin`,
    headers: { 'x-api-key': mine.key },
    payload,
  });

test('a file is uploaded, submitted and downloaded in a part', async () => {
  const bytes = randomBytes(6_000_000);
  const made = await upload(bytes);
  assert.is(made.status, 201, made.text);
  const id = String(made.at('id'));
  const body = { form_id: formId, answers: { cv: [id] } };
  const submitted = await mine.api('POST', '/submissions', { body });
  assert.is(submitted.at('answers.CV.0.sha256'), made.at('sha256'));
  const part = await mine.api('GET', `/files/${id}/content`, { headers: { range: 'bytes=-4' } });
  assert.equal([part.status, part.header('content-range')], [206, 'bytes 5999996-5999999/6000000']);
  assert.is(s3.openUploads(), 0);
});

test('a file that is refused leaves no parts', async () => {
  const refused = await upload(Buffer.alloc(11 * 1_024 * 1_024));
  assert.is(refused.status, 413);
  assert.is(s3.openUploads(), 0);
});

test('while the store is away, uploads and downloads say so', async () => {
  const made = await upload(Buffer.from('before'));
  await s3.close();
  const asked = [
    await upload(Buffer.from('after')),
    await mine.api('GET', `/files/${String(made.at('id'))}/content`),
    await mine.api('POST', '/submissions', {
      body: { form_id: formId, answers: { cv: [String(made.at('id'))] } },
    }),
  ];
  for (const { status, at } of asked)
    assert.equal([status, at('error.code')], [503, 'file_store_unavailable']);
});

test.run();
