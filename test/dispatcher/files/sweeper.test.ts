import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadFile } from '../../../commands/file/claim-files.ts';
import { fileBytesOf } from '../../../commands/file/file-bytes.ts';
import { fileEraser } from '../../../dispatcher/erasure/erase-files.ts';
import { sweep, waitReporting } from '../../../dispatcher/files/sweeper.ts';
import { file } from '../../../domain/file/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { publicBase } from '../../support/injected-requests.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('the sweeper of files');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let formId: string;
let directory: string;
const dayMs = 24 * 3_600_000;

test.before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'formlog-files-'));
  service = await startService({ settings: { FILES_STORE: { directory } } });
  mine = await service.newAccount();
  formId = await service.newForm(mine.accountId, [{ key: 'cv', label: 'CV', kind: 'file' }]);
});
test.after(async () => {
  await service.close();
  rmSync(directory, { recursive: true });
});
test.before.each(() => {
  service.clock.aheadMs = 0;
});

async function upload(content = 'content'): Promise<string> {
  const made = await service.inject({
    method: 'POST',
    url: `${publicBase}/files?form_id=${formId}&field=cv&name=a.txt`,
    headers: { 'x-api-key': mine.key },
    payload: content,
  });
  assert.is(made.status, 201, made.text);
  return String(made.at('id'));
}

const submit = async (id: string): Promise<string> => {
  const made = await mine.api('POST', '/submissions', { body: { form_id: formId, answers: { cv: [id] } } });
  assert.is(made.status, 201, made.text);
  return String(made.at('id'));
};

async function sweepLater(aheadMs = dayMs + 60_000, confirmedTo = ''): Promise<string> {
  await service.settled();
  service.clock.aheadMs = aheadMs;
  const { deps, log, progress } = service;
  const signal = new AbortController().signal;
  const sweeperDeps = {
    ...deps,
    log,
    progress,
    leases: unusedLeases,
    fileLifetimeMs: dayMs,
  };
  return sweep(sweeperDeps, confirmedTo, signal);
}
const unusedLeases = {
  leaseMs: 0,
  acquire: () => Promise.reject(new Error('one sweep needs no lease')),
  acquireSome: () => Promise.reject(new Error('one sweep needs no lease')),
};

const contents = () => readdirSync(directory).filter((name) => !name.includes('.'));
const stateOf = (id: string) => loadFile(service.deps, id);
const isGone = async (id: string) => {
  const state = await stateOf(id);
  return state.exists && state.isGone;
};

test('a file that no submission claims expires after a day, and its bytes are free again', async () => {
  const [free, claimed] = [await upload('free'), await upload('claimed')];
  await submit(claimed);
  const before = await fileBytesOf(service.deps, mine.accountId);
  await sweepLater(dayMs - 60_000);
  assert.not.ok(await isGone(free));
  await sweepLater();
  assert.ok(await isGone(free));
  assert.not.ok(await isGone(claimed));
  assert.is(contents().length, 1);
  assert.is(await fileBytesOf(service.deps, mine.accountId), before - 'free'.length);
  assert.is((await mine.api('GET', `/files/${free}`)).status, 404);
  const refused = await mine.api('POST', '/submissions', {
    body: { form_id: formId, answers: { cv: [free] } },
  });
  assert.is(refused.status, 400);
});

test('a file that a dead process claimed expires, and the submission can no longer be created', async () => {
  const id = await upload('half');
  const context = {
    accountId: mine.accountId,
    actor: { kind: 'system', id: 'test' },
    correlationId: 'c',
    causationId: 'c',
  } as const;
  const at = new Date().toISOString();
  const claim = { type: 'ClaimFile', submissionId: 'neverMade', fieldId: 'f', instead: null, at } as const;
  const claimed = await service.deps.aggregates.execute(file, streamOf.file(id), [claim], context);
  assert.ok(claimed.ok);
  service.note(claimed.value.position ?? 0n);
  await sweepLater();
  assert.ok(await isGone(id));
  const types: string[] = [];
  for await (const { event } of service.log.readStream(streamOf.submission('neverMade')))
    types.push(event.type);
  assert.equal(types, ['SubmissionReservationLapsed']);
});

test('unfinished uploads and contents without a file are removed once they are old', async () => {
  const kept = contents();
  for (const name of ['unfinished', 'unfinished.json', 'young']) writeFileSync(join(directory, name), '{}');
  const old = new Date(Date.now() - 1_000);
  for (const name of ['unfinished', 'unfinished.json']) utimesSync(join(directory, name), old, old);
  const young = new Date(Date.now() + 3_600_000);
  utimesSync(join(directory, 'young'), young, young);
  await sweepLater(dayMs);
  assert.equal(contents().sort(), [...kept, 'young'].sort());
  assert.not.ok(readdirSync(directory).includes('unfinished.json'));
});

test('a sweep that was cut off after the event removes the content the next time', async () => {
  const id = await upload('cut off');
  const state = await stateOf(id);
  assert.ok(state.exists);
  const { contentId } = state.received;
  const [path, text] = [join(directory, contentId), 'cut off'];
  await sweepLater();
  assert.ok(await isGone(id));
  writeFileSync(path, text);
  utimesSync(path, new Date(0), new Date(0));
  await sweepLater();
  assert.not.ok(contents().includes(contentId));
});

test('erasing a submission removes its files from the store, and is repeated without effect', async () => {
  const id = await upload('personal');
  const submissionId = await submit(id);
  const before = contents().length;
  const erased = await service.admin('POST', `/submissions/${submissionId}/erase`);
  assert.is(erased.status, 200, erased.text);
  await service.settled();
  const erase = fileEraser({ ...service.deps, log: service.log, progress: service.progress });
  const signal = new AbortController().signal;
  const erasure = await service.deps.queries.erasures.get(submissionId);
  assert.ok(erasure);
  await erase([erasure], signal);
  assert.is(contents().length, before - 1);
  assert.ok(await isGone(id));
  await erase([erasure], signal);
  assert.is(contents().length, before - 1);
});

test('an account has no more bytes than its plan', async () => {
  const small = await service.newAccount('free');
  const form = await service.newForm(small.accountId, [
    { key: 'cv', label: 'CV', kind: 'file', validation: { max_bytes: 60_000_000 } },
  ]);
  const send = (bytes: number) =>
    service.inject({
      method: 'POST',
      url: `/api/admin/v1/accounts/${small.accountId}/files?form_id=${form}&field=cv`,
      headers: { authorization: `Bearer ${service.operatorTokens[0] ?? ''}` },
      payload: Buffer.alloc(bytes, 'x'),
    });
  assert.is((await send(60_000_000)).status, 201);
  const before = contents().length;
  const refused = await send(40_000_001);
  assert.equal([refused.status, refused.at('error.code')], [403, 'plan_limit_reached']);
  assert.is(contents().length, before);
  assert.is((await send(40_000_000)).status, 201);
  const account = await service.admin('GET', `/accounts/${small.accountId}`);
  assert.equal(account.at('usage.file_bytes'), { used: 100_000_000, limit: 100_000_000 });
});

test('a wait for the next sweep is reported in between, and ends with the signal', async () => {
  let reports = 0;
  await waitReporting(25, () => (reports += 1), new AbortController().signal, 10);
  assert.is(reports, 3);
  const stopped = new AbortController();
  await waitReporting(60_000, () => stopped.abort(), stopped.signal, 10);
});

test.run();
