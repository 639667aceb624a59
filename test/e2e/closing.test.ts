// Embedded only: the files of the stores are searched.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readModels } from '../../projections/registry.ts';
import { startReceiver } from '../dispatcher/receiver.ts';
import { eventually } from '../support/eventually.ts';
import { filesHolding } from '../support/files-holding.ts';
import { formlogJson, startService } from '../support/formlog.ts';

const test = suite('closing of an account');
const dir = mkdtempSync(join(tmpdir(), 'formlog-closing-'));
/** How often the service is killed while it erases. */
const kills = Number(process.env['CRASH_ROUNDS'] ?? 3);
/** Each word, once it is gone, must be in no file. */
const perAccount = 30;

let service: Awaited<ReturnType<typeof startService>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
test.before(async () => {
  // Receivers may repeat what they get: the log keeps the beginning of what they answer.
  receiver = await startReceiver(() => (response) => {
    response.writeHead(200).end(receiver.received.at(-1)?.body ?? '');
  });
  service = await startService(dir);
});
test.after(async () => {
  receiver.close();
  assert.is(await service.kill('SIGTERM'), 0, service.stderr());
  rmSync(dir, { recursive: true });
});

const Id = Type.Object({ id: Type.String() });
const Key = Type.Object({ key: Type.String() });
const Closing = Type.Object({
  status: Type.String(),
  records: Type.Array(Type.Object({ kind: Type.String(), total: Type.Integer(), erased: Type.Integer() })),
});

async function call(method: string, path: string, body?: object, token?: string): Promise<unknown> {
  const own = token ?? readFileSync(join(dir, 'operator-token'), 'utf8').trim();
  const response = await fetch(`${service.url}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${own}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

const holding = (text: string) => filesHolding(dir, text);

/** Opens an account with a form, submissions that are delivered, an erased one, and a removed destination. */
async function furnished(name: string) {
  const word = (text: string): string => `${name}-${text}-word`;
  const { id: accountId } = Value.Parse(
    Id,
    await call('POST', 'admin/v1/accounts', { name: word('name'), plan: 'pro' }),
  );
  const path = `admin/v1/accounts/${accountId}`;
  const { key } = Value.Parse(Key, await call('POST', `${path}/keys`, { name: word('key') }));
  const destination = {
    label: word('hook'),
    url: receiver.url,
    events: ['submission.created', 'form.published'],
  };
  const removed = Value.Parse(
    Id,
    await call('POST', `${path}/destinations`, { ...destination, label: word('removed') }),
  );
  await call('DELETE', `admin/v1/destinations/${removed.id}`);
  await call('POST', `${path}/destinations`, destination);
  // The tombstone of a deleted stream keeps its name, and that of a slug has the slug in it.
  const slug = 'form-of-an-account';
  const fields = [{ label: 'Word', kind: 'short_text', required: true }];
  const form = Value.Parse(Id, await call('POST', `${path}/forms`, { title: word('title'), slug, fields }));
  await call('PATCH', `admin/v1/forms/${form.id}`, { status: 'published' });
  const answers = Array.from({ length: perAccount }, (_, index) => word(`answer-${index}`));
  const before = receiver.received.length;
  const made = [];
  for (const answer of answers) {
    const body = { form_id: form.id, answers: { Word: answer } };
    made.push(Value.Parse(Id, await call('POST', 'public/v1/submissions', body, key)).id);
  }
  await eventually('all are delivered', () => receiver.received.length >= before + perAccount, 30_000);
  await call('POST', `admin/v1/submissions/${made[0]}/erase`);
  const names = ['name', 'key', 'hook', 'removed', 'title'].map(word);
  const [erased, ...present] = answers;
  return { accountId, key, formId: form.id, present: [...names, ...present], erased: erased ?? '' };
}

const closingOf = async (accountId: string) =>
  Value.Parse(Closing, await call('GET', `admin/v1/accounts/${accountId}/closing`));

/** Compares every read model with one that is built again from the log. */
async function verifyModels(): Promise<void> {
  for (const { name } of readModels) {
    await call('POST', `admin/v1/projections/${name}/verify`, {});
    const report = await eventually(
      `${name} is verified`,
      async () =>
        Value.Parse(
          Type.Object({ report: Type.Unknown() }),
          await call('GET', `admin/v1/projections/${name}.verify`),
        ).report,
      60_000,
    );
    const { different } = Value.Parse(Type.Object({ different: Type.Integer() }), report);
    assert.is(different, 0, `${name}: ${JSON.stringify(report)}`);
    await call('DELETE', `admin/v1/projections/${name}.verify`).catch(() => undefined);
  }
}

test('nothing of a closed account is left in the data directory, however often its erasure is killed', async () => {
  const [gone, kept] = [await furnished('gone'), await furnished('kept')];
  for (const word of gone.present) assert.ok(holding(word).length > 0, `${word} is there before`);
  const [started] = await formlogJson(dir, ['accounts', 'close', gone.accountId, '--yes']);
  assert.is(Value.Parse(Closing, started).status, 'erasing');
  for (let round = 0; round < kills; round++) {
    await delay(((round * 7) % 20) * 60);
    await service.kill('SIGKILL');
    service = await startService(dir);
    // Its progress never goes back to that of an open account.
    assert.ok(['erasing', 'erased'].includes((await closingOf(gone.accountId)).status));
  }
  const erased = await eventually(
    'the account is erased',
    async () => {
      const closing = await closingOf(gone.accountId);
      return closing.status === 'erased' ? closing : null;
    },
    240_000,
  );
  for (const { kind, total, erased: done } of erased.records) assert.is(done, total, kind);
  const submissions = erased.records.find(({ kind }) => kind === 'submissions');
  assert.is(submissions?.total, perAccount - 1);
  for (const word of [...gone.present, gone.erased]) assert.equal(holding(word), [], word);
  for (const word of kept.present) assert.ok(holding(word).length > 0, word);

  const body = { form_id: kept.formId, answers: { Word: 'still taken' } };
  assert.ok(await call('POST', 'public/v1/submissions', body, kept.key));
  const page = await fetch(`${service.url}/f/${gone.formId}`, { headers: { accept: 'text/html' } });
  assert.is(page.status, 404);
  const refused = await fetch(`${service.url}/api/public/v1/forms`, { headers: { 'x-api-key': gone.key } });
  assert.is(refused.status, 401);
  await verifyModels();
});

test.run();
