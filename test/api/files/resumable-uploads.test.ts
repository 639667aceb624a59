import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../support/eventually.ts';
import { publicBase } from '../../support/injected-requests.ts';
import { startService, type TestService } from '../../support/service.ts';
import { png } from '../../support/small-files.ts';

const test = suite('resumable uploads');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let formId: string;
let directory: string;
let base: string;

test.before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'formlog-files-'));
  service = await startService({
    settings: { FILES_STORE: { directory } },
    http: {
      clientLimits: { headersMs: 2_000, requestMs: 1_000, silenceMs: 1_500, idleMs: 5_000, checkMs: 50 },
    },
  });
  mine = await service.newAccount();
  formId = await service.newForm(mine.accountId, [
    { key: 'any', label: 'Any', kind: 'file', validation: { max_bytes: 3_000_000 } },
    { key: 'photo', label: 'Photo', kind: 'file', validation: { types: ['image'] } },
  ]);
  base = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).origin;
});
test.after(async () => {
  await service.close();
  rmSync(directory, { recursive: true });
});

const endpoint = () => `${base}${publicBase}/uploads`;
const content = randomBytes(2_000_000);

/** Uploads with a client of the protocol. @returns the id of the file; or the status of the refusal */
function upload(
  bytes: Buffer,
  {
    key = mine.key,
    field = 'any',
    chunkSize = 700_000,
    metadata = {},
  }: {
    readonly key?: string;
    readonly field?: string;
    readonly chunkSize?: number;
    readonly metadata?: Record<string, string>;
  } = {},
): Promise<string | number> {
  return new Promise((resolve, reject) => {
    const started = new Upload(bytes, {
      endpoint: endpoint(),
      headers: { 'x-api-key': key },
      metadata: { form_id: formId, field, filename: '../data.bin', ...metadata },
      chunkSize,
      retryDelays: [],
      onSuccess: () => resolve(started.url?.split('/').at(-1) ?? ''),
      onError: (error) => {
        const status = 'originalResponse' in error ? error.originalResponse?.getStatus() : undefined;
        if (status === undefined) reject(error);
        else resolve(status);
      },
    });
    started.start();
  });
}

const request = (method: string, url: string, headers: Record<string, string> = {}, body?: Buffer) =>
  fetch(url, {
    method,
    headers: { 'x-api-key': mine.key, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
const metadataOf = (members: Record<string, string>): string =>
  Object.entries(members)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

async function begin(length: number, field = 'any'): Promise<string> {
  const made = await request('POST', endpoint(), {
    'upload-length': String(length),
    'upload-metadata': metadataOf({ form_id: formId, field, filename: 'a.bin' }),
  });
  assert.is(made.status, 201, await made.text());
  return new URL(made.headers.get('location') ?? '', base).href;
}
const patch = (url: string, offset: number, body: Buffer) =>
  request(
    'PATCH',
    url,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  );
const offsetOf = async (url: string): Promise<string | null> =>
  (await request('HEAD', url)).headers.get('upload-offset');
const contents = () => readdirSync(directory).filter((name) => !name.includes('.'));

test('a file arrives in parts, and a submission claims it by the id in its address', async () => {
  const id = await upload(content);
  const read = await mine.api('GET', `/files/${String(id)}`);
  assert.equal(
    ['name', 'size', 'sha256'].map((name) => read.at(name)),
    ['data.bin', content.length, createHash('sha256').update(content).digest('hex')],
  );
  const made = await mine.api('POST', '/submissions', { body: { form_id: formId, answers: { any: [id] } } });
  assert.is(made.status, 201, made.text);
});

test('an upload that was broken off continues where it ended', async () => {
  const url = await begin(content.length);
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname, () =>
    socket.write(
      `PATCH ${pathname} HTTP/1.1\r\nhost: x\r\nx-api-key: ${mine.key}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\n` +
        `content-type: application/offset+octet-stream\r\ncontent-length: ${content.length}\r\n\r\n`,
      () => socket.write(content.subarray(0, 900_000), () => socket.destroy()),
    ),
  );
  let offset = 0;
  await eventually('some of it is stored', async () => (offset = Number(await offsetOf(url))) > 0, 5_000);
  const sent = await eventuallyPatched(url, offset);
  assert.is(sent.status, 204, await sent.text());
  const read = await mine.api('GET', `/files/${pathname.split('/').at(-1) ?? ''}`);
  assert.is(read.at('sha256'), createHash('sha256').update(content).digest('hex'));
});

/** The broken request may still hold the lock, and write, when the next one asks. */
async function eventuallyPatched(url: string, seen: number): Promise<Response> {
  let offset = seen;
  for (;;) {
    const sent = await patch(url, offset, content.subarray(offset));
    if (sent.status !== 409) return sent;
    offset = Number(await offsetOf(url));
  }
}

test('what does not fit is refused as early as it is known, and its bytes go', async () => {
  const before = contents().length;
  assert.is(await upload(Buffer.alloc(3_000_001)), 413);
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(500_000)]);
  assert.is(await upload(pdf, { field: 'photo', chunkSize: 100_000 }), 415);
  assert.is(await upload(pdf.subarray(0, 100), { field: 'photo' }), 415);
  assert.is(await upload(Buffer.alloc(0)), 400);
  assert.is(contents().length, before);
  assert.type(await upload(png, { field: 'photo' }), 'string');
});

test('an upload says for which question of which form it is', async () => {
  assert.is(await upload(png, { metadata: { form_id: 'none' } }), 404);
  assert.is(await upload(png, { field: 'none' }), 400);
  const without = await request('POST', endpoint(), { 'upload-length': '5' });
  assert.equal([without.status, (await without.text()).includes('form_id')], [400, true]);
});

test('an upload of another account is an unknown one', async () => {
  const url = await begin(10);
  const theirs = await service.newAccount();
  for (const method of ['HEAD', 'DELETE']) {
    const { status } = await request(method, url, { 'x-api-key': theirs.key });
    assert.is(status, 404, method);
  }
  const sent = await request(
    'PATCH',
    url,
    { 'x-api-key': theirs.key, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    Buffer.alloc(10),
  );
  assert.is(sent.status, 404);
  assert.is(await offsetOf(url), '0');
  assert.is((await request('HEAD', `${endpoint()}/none`)).status, 404);
});

test('an upload that is given up is gone', async () => {
  const url = await begin(10);
  const before = contents().length;
  assert.is((await request('DELETE', url)).status, 204);
  assert.is(contents().length, before - 1);
  assert.is((await request('HEAD', url)).status, 404);
});

test('the answer of HEAD reveals nothing but what the client sent', async () => {
  const head = await request('HEAD', await begin(10));
  assert.is(head.headers.get('upload-metadata'), metadataOf({ filename: 'a.bin' }));
});

test('an upload in a wrong place conflicts, and one without a key is refused', async () => {
  const url = await begin(10);
  assert.is((await patch(url, 5, Buffer.alloc(5))).status, 409);
  assert.is((await fetch(url, { method: 'HEAD' })).status, 401);
});

test('an upload that stands still is cut off, and may take longer than any other request', async () => {
  const url = await begin(1_000);
  const { hostname, port, pathname } = new URL(url);
  const seen = { text: '', isOver: false };
  const socket = connect(Number(port), hostname);
  socket.on('data', (data) => (seen.text += data.toString())).on('close', () => (seen.isOver = true));
  socket.on('error', () => undefined);
  socket.write(
    `PATCH ${pathname} HTTP/1.1\r\nhost: x\r\nx-api-key: ${mine.key}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\n` +
      `content-type: application/offset+octet-stream\r\ncontent-length: 1000\r\n\r\n`,
  );
  const startedAt = performance.now();
  const timer = setInterval(() => {
    // Longer than `requestMs`.
    if (performance.now() - startedAt < 2_000) socket.write('x');
    else clearInterval(timer);
  }, 100);
  await eventually('the silent connection is closed', () => seen.isOver, 10_000);
  clearInterval(timer);
  assert.ok(performance.now() - startedAt > 2_000, seen.text);
  await eventually('the bytes are kept', async () => Number(await offsetOf(url)) >= 10, 5_000);
});

test.run();
