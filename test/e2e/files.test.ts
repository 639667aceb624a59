// Embedded only: the directory of files is searched.

import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runCli } from '../app/cli/run-cli.ts';
import { eventually } from '../support/eventually.ts';
import { formlog, formlogJson, startService } from '../support/formlog.ts';

const test = suite('files of a service that is killed');
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 2);
/** Short, so that the sweeper finds what the kills have left. */
const lifetimeS = 4;
const settings = { RATE_LIMIT_REQUESTS: '1000000', FILE_LIFETIME_S: String(lifetimeS) };
const parallel = 4;

let dir: string;
test.before(() => {
  dir = mkdtempSync(join(tmpdir(), 'formlog-files-'));
});
test.after(() => rmSync(dir, { recursive: true }));

const WithId = Type.Object({ id: Type.String() });
const Verified = Type.Object({ files: Type.Integer(), contents: Type.Integer(), problems: Type.Integer() });
type Service = Awaited<ReturnType<typeof startService>>;

const filesDir = (dataDir: string) => join(dataDir, 'files');
const contentsIn = (dataDir: string) => readdirSync(filesDir(dataDir)).filter((name) => !name.includes('.'));

function apiOf({ url }: Service, dataDir: string) {
  const token = readFileSync(join(dataDir, 'operator-token'), 'utf8').trim();
  return async (method: string, path: string, body?: Buffer | object) => {
    const isBytes = Buffer.isBuffer(body);
    const response = await fetch(`${url}/api/admin/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };
}
type Api = ReturnType<typeof apiOf>;
const idIn = (bytes: Buffer): string => Value.Parse(WithId, JSON.parse(bytes.toString())).id;

async function newForm(api: Api): Promise<string> {
  const made = await api('POST', '/accounts/demo/forms', {
    title: 'Files',
    status: 'published',
    fields: [{ key: 'cv', label: 'CV', kind: 'file' }],
  });
  assert.is(made.status, 201, made.bytes.toString());
  return idIn(made.bytes);
}

/**
 * Uploads files until the service is gone: some are submitted, some replace the file of a submission that is not complete, and some
 * are left alone.
 * @param kept gets the hashes of the files that submissions certainly have, by file
 */
async function load(api: Api, formId: string, kept: Map<string, string>): Promise<void> {
  const lane = async () => {
    for (let n = 0; ; n++) {
      const content = randomBytes(1_000 + Math.floor(Math.random() * 300_000));
      try {
        const upload = (bytes: Buffer) =>
          api('POST', `/accounts/demo/files?form_id=${formId}&field=cv`, bytes);
        const uploaded = await upload(content);
        if (uploaded.status !== 201 || n % 3 === 1) continue;
        const file = idIn(uploaded.bytes);
        const keep = () => kept.set(file, createHash('sha256').update(content).digest('hex'));
        if (n % 3 === 0) {
          const body = { form_id: formId, answers: { cv: [file] } };
          if ((await api('POST', '/accounts/demo/submissions', body)).status === 201) keep();
          continue;
        }
        const first = idIn((await upload(randomBytes(1_000))).bytes);
        const body = { form_id: formId, answers: { cv: [first] }, is_complete: false };
        const begun = idIn((await api('POST', '/accounts/demo/submissions', body)).bytes);
        const saved = await api('PATCH', `/submissions/${begun}`, { answers: { cv: [file] } });
        if (saved.status === 200) keep();
      } catch {
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, lane));
}

const WithFile = Type.Object({
  answers: Type.Object({ CV: Type.Optional(Type.Array(WithId)) }),
});

async function submissionsOf(dataDir: string, formId: string) {
  const lines = await formlogJson(dataDir, ['submissions', 'list', '--form', formId, '--limit', '100000']);
  return lines.map((line) => Value.Parse(WithId, line));
}

async function verified(dataDir: string) {
  const lines = await formlogJson(dataDir, ['files', 'verify']);
  return Value.Parse(Verified, lines.at(-1));
}

test('no acknowledged file is lost, and no content is left without a file', async () => {
  const dataDir = join(dir, 'killed');
  const kept = new Map<string, string>();
  let formId = '';
  for (let round = 0; round < rounds; round++) {
    const service = await startService(dataDir, settings);
    const api = apiOf(service, dataDir);
    formId ||= await newForm(api);
    const before = kept.size;
    const loading = load(api, formId, kept);
    await eventually('submissions are answered', () => kept.size > before);
    await delay(Math.random() * 500);
    await service.kill('SIGKILL');
    await loading;
  }
  const service = await startService(dataDir, settings);
  const api = apiOf(service, dataDir);
  await eventually(
    'only files of submissions are left',
    async () => {
      const submissions = await submissionsOf(dataDir, formId).catch(() => []);
      const { problems, files, contents } = await verified(dataDir).catch(() => ({
        problems: -1,
        files: 0,
        contents: 0,
      }));
      // A submission whose answer was lost has its file, too.
      return (
        problems === 0 &&
        files === contents &&
        contentsIn(dataDir).length === contents &&
        files >= kept.size &&
        files === submissions.length
      );
    },
    120_000,
  );
  for (const [file, sha256] of kept) {
    const got = await api('GET', `/files/${file}/content`);
    assert.is(got.status, 200, file);
    assert.is(createHash('sha256').update(got.bytes).digest('hex'), sha256, file);
  }
  for (const { id } of await submissionsOf(dataDir, formId)) {
    const read = await api('GET', `/submissions/${id}`);
    const [file] = Value.Parse(WithFile, JSON.parse(read.bytes.toString())).answers.CV ?? [];
    assert.ok(file, id);
    assert.is((await api('GET', `/files/${file.id}/content`)).status, 200, id);
  }
  assert.is(await service.kill('SIGTERM'), 0, service.stderr());
});

test('a backup has the files of its submissions, and a verification of what was restored finds no problem', async () => {
  const dataDir = join(dir, 'backed-up');
  const service = await startService(dataDir, { RATE_LIMIT_REQUESTS: '100000' });
  const api = apiOf(service, dataDir);
  const formId = await newForm(api);
  const content = randomBytes(100_000);
  const file = idIn((await api('POST', `/accounts/demo/files?form_id=${formId}&field=cv`, content)).bytes);
  const made = await api('POST', '/accounts/demo/submissions', { form_id: formId, answers: { cv: [file] } });
  assert.is(made.status, 201, made.bytes.toString());
  const copied = formlog(dataDir, ['backup', join(dir, 'backup'), '--json']);
  assert.is(await copied.exited, 0, copied.stderr());
  assert.is(await service.kill('SIGTERM'), 0, service.stderr());
  const restored = join(dir, 'restored');
  const restoring = formlog(restored, ['restore', join(dir, 'backup'), '--json']);
  assert.is(await restoring.exited, 0, restoring.stderr());
  const second = await startService(restored);
  const got = await apiOf(second, restored)('GET', `/files/${file}/content`);
  assert.ok(got.bytes.equals(content));
  await eventually('all is as the log says', async () => {
    const { files, contents, problems } = await verified(restored);
    return files === 1 && contents === 1 && problems === 0;
  });
  rmSync(join(filesDir(restored), contentsIn(restored)[0] ?? ''));
  const { code, stdout } = await runCli(['files', 'verify'], { DATA_DIR: restored });
  assert.is(code, 1);
  assert.match(stdout, `missing  ${file}`);
  assert.is(await second.kill('SIGTERM'), 0, second.stderr());
});

test.run();
