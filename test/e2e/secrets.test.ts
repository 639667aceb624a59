import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startReceiver } from '../dispatcher/receiver.ts';
import { eachInDirectory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { startService } from '../support/formlog.ts';

const test = suite<{ dir: string }>('secrets, in a whole run');
eachInDirectory(test);

const Made = Type.Object({
  id: Type.String(),
  key: Type.Optional(Type.String()),
  signing_secret: Type.Optional(Type.String()),
});
const Deliveries = Type.Object({ data: Type.Array(Type.Object({ status: Type.String() })) });

test('no secret is ever logged at the lowest level by any role, whatever succeeds or fails', async ({
  dir,
}) => {
  const planted = {
    answer: 'planted-answer-3f9a',
    badAnswer: 'planted-bad-answer-77c1',
    excerpt: 'planted-excerpt-b21e',
    path: 'planted-path-5d0c',
    wrongKey: `flg_live_${randomBytes(30).toString('hex')}`,
    wrongToken: `planted-token-${randomBytes(12).toString('hex')}`,
    operator: `planted-operator-${randomBytes(12).toString('hex')}`,
    masterKey: randomBytes(32).toString('base64'),
  };
  const fine = await startReceiver(
    () => (response) => void response.writeHead(200).end(`${planted.excerpt}-fine`),
  );
  const failing = await startReceiver(
    () => (response) => void response.writeHead(500).end(`${planted.excerpt}-failing`),
  );
  const service = await startService(dir, {
    LOG_LEVEL: 'trace',
    MASTER_KEY: planted.masterKey,
    OPERATOR_TOKENS: `operator:${planted.operator}`,
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
    WEBHOOK_RETRY_MINUTES: '0,0',
  });
  const call = async (method: string, path: string, token: string, body?: unknown) =>
    fetch(service.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const admin = async (path: string, body: object = {}) => {
    const answer = await call('POST', `/api/admin/v1${path}`, planted.operator, body);
    const text = await answer.text();
    assert.ok(answer.ok, `${path}: ${text}`);
    return Value.Parse(Made, JSON.parse(text));
  };

  const account = await admin('/accounts', { name: 'Acme', plan: 'business' });
  const { key = '' } = await admin(`/accounts/${account.id}/keys`, { name: 'CI' });
  const form = await admin(`/accounts/${account.id}/forms`, {
    title: 'Feedback',
    status: 'published',
    fields: [
      { key: 'name', label: 'Name', kind: 'short_text' },
      { key: 'age', label: 'Age', kind: 'number' },
    ],
  });
  const secrets: (string | undefined)[] = [];
  const destinations = `/accounts/${account.id}/destinations`;
  for (const { url } of [fine, failing]) {
    const made = await admin(destinations, { label: 'x', url: `${url}/${planted.path}` });
    const rotated = await call(
      'POST',
      `/api/admin/v1/destinations/${made.id}/rotate-secret`,
      planted.operator,
      {},
    );
    const text = await rotated.text();
    assert.ok(rotated.ok, text);
    secrets.push(made.signing_secret, Value.Parse(Made, JSON.parse(text)).signing_secret);
    await call('POST', `/api/admin/v1/destinations/${made.id}/ping`, planted.operator);
  }

  const submissions = '/api/public/v1/submissions';
  const submit = (answers: object, by = key) => call('POST', submissions, by, { form_id: form.id, answers });
  for (let n = 0; n < 3; n++) assert.is((await submit({ name: planted.answer })).status, 201);
  assert.is((await submit({ name: 5, age: planted.badAnswer, [planted.badAnswer]: 1 })).status, 400);
  assert.is((await call('POST', submissions, key, `{"answers": "${planted.badAnswer}`)).status, 400);
  assert.is((await submit({ name: planted.answer }, planted.wrongKey)).status, 401);
  // Each where it does not belong.
  assert.is((await call('GET', `${submissions}?api_key=${key}`, planted.operator)).status, 401);
  assert.is((await call('GET', `${submissions}?token=${planted.operator}`, key)).status, 400);
  assert.is((await call('GET', '/api/admin/v1/accounts', key)).status, 401);
  assert.is((await call('GET', '/api/admin/v1/accounts', planted.wrongToken)).status, 401);
  assert.is((await call('GET', `/api/public/v1/${key}?x=${planted.operator}`, key)).status, 404);
  await fetch(`${service.url}/nowhere/${key}?x=${planted.wrongToken}`);
  await fetch(`${service.url}/api/public/v1/forms`, { headers: { 'x-api-key': `${key}x`, cookie: key } });

  await eventually(
    'all was sent, and what failed was given up',
    async () => {
      const answer = await call(
        'GET',
        `/api/admin/v1/accounts/${account.id}/deliveries?limit=100`,
        planted.operator,
      );
      const { data } = Value.Parse(Deliveries, await answer.json());
      const ends = data.filter(({ status }) => ['succeeded', 'failed', 'exhausted'].includes(status));
      return fine.received.length >= 4 && ends.length >= 6;
    },
    60_000,
  );
  assert.is(await service.kill('SIGTERM'), 0, service.stderr());
  fine.close();
  failing.close();

  const said = service.lines.join('') + service.stderr();
  assert.match(said, /"level":(10|20|30)/, 'the run was logged');
  const { masterKey, ...rest } = planted;
  const hidden: Readonly<Record<string, string | undefined>> = {
    ...rest,
    masterKey,
    masterKeyHex: Buffer.from(masterKey, 'base64').toString('hex'),
    key,
    keySecret: key.split('_').at(-1),
    firstSecret: secrets[0],
    secondSecret: secrets[1],
    thirdSecret: secrets[2],
    lastSecret: secrets[3],
    localToken: readFileSync(join(dir, 'operator-token'), 'utf8').trim(),
  };
  const found = Object.entries(hidden).filter(([name, text = '']) => {
    assert.ok(text.length >= 8, `${name} was made`);
    return said.includes(text);
  });
  assert.equal(
    found.map(
      ([name, text = '']) => `${name}: ${said.split('\n').find((line) => line.includes(text)) ?? ''}`,
    ),
    [],
  );
});

test.run();
