import { Registry } from 'prom-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildApp } from '../../../api/build-app.ts';
import { openCommands } from '../../../commands/deps.ts';
import type { TestResponse } from '../../support/injected-requests.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('concurrent changes of one stream');
const parallel = 40;
let service: TestService;
/** The names of the streams to which this process has tried to append. */
const appends: string[] = [];

test.before(async () => {
  service = await startService();
  const { log } = service;
  const append = log.append.bind(log);
  log.append = (stream, ...rest) => {
    appends.push(stream);
    return append(stream, ...rest);
  };
});
test.after(() => service.close());

type Change = (index: number) => Promise<TestResponse>;

/** Makes changes in parallel, each of which must take place. @returns the number of appends that were tried */
async function appendsOf(change: Change, count = parallel): Promise<number> {
  appends.length = 0;
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => change(index)));
  for (const { status, text } of answers) assert.is(status, 200, text);
  return appends.length;
}

const target = (index: number) => ({ label: `Receiver ${index}`, url: 'https://receiver.example/' });

test('forty concurrent changes of a form all succeed, with one append each', async () => {
  const { accountId, api } = await service.newAccount();
  const id = await service.newForm(accountId);
  const byKey: Change = (index) => api('PATCH', '/forms', { body: { id, title: `Title ${index}` } });
  assert.is(await appendsOf(byKey), parallel);
  const byOperator: Change = (index) =>
    service.admin('PATCH', `/forms/${id}`, { body: { title: `Other title ${index}` } });
  assert.is(await appendsOf(byOperator), parallel);
  const once: Change = (index) =>
    api('PATCH', '/forms', {
      body: { id, title: `Last title ${index}` },
      headers: { 'idempotency-key': `${id} ${index}` },
    });
  assert.is(await appendsOf(once), parallel);
});

test('of forty changes of a form at one revision, one succeeds and the others are 412', async () => {
  const { accountId, api } = await service.newAccount();
  const id = await service.newForm(accountId);
  const headers = { 'if-match': '"1"' };
  const answers = await Promise.all(
    Array.from({ length: parallel }, (_, n) =>
      api('PATCH', '/forms', { body: { id, title: `Title ${n}` }, headers }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
  assert.equal(statuses, [200, ...Array<number>(parallel - 1).fill(412)]);
});

test('forty forms of an account, published and closed: one append to each form and one to the account', async () => {
  const { accountId } = await service.newAccount();
  const forms = await Promise.all(
    Array.from({ length: parallel }, () => service.newForm(accountId, undefined, 'draft')),
  );
  for (const status of ['published', 'closed']) {
    const change: Change = (index) => service.admin('PATCH', `/forms/${forms[index]}`, { body: { status } });
    assert.is(await appendsOf(change), 2 * parallel, status);
  }
});

test('forty concurrent changes of an account, a destination or a key all succeed, with at most one append each', async () => {
  const { accountId, keyId, api } = await service.newAccount();
  const added = await api('POST', '/destinations', { body: target(0) });
  const destination = `/destinations/${String(added.at('id'))}`;
  const changes: Readonly<Record<string, Change>> = {
    plan: (index) =>
      service.admin('PATCH', `/accounts/${accountId}`, { body: { plan: index % 2 ? 'pro' : 'business' } }),
    embedding: (index) =>
      service.admin('PUT', `/accounts/${accountId}/embedding`, {
        body: { origins: [`https://site-${index}.example`] },
      }),
    destination: (index) => service.admin('PATCH', destination, { body: target(index + 1) }),
    secret: () => service.admin('POST', `${destination}/rotate-secret`),
    disable: (index) => service.admin('POST', `${destination}/${index % 2 ? 'enable' : 'disable'}`),
    revoke: () => service.admin('POST', `/keys/${keyId}/revoke`),
  };
  for (const [name, change] of Object.entries(changes)) {
    const tried = await appendsOf(change);
    assert.ok(tried <= parallel, `${name}: ${tried} appends`);
  }
});

test('forty changes of a form through two processes all succeed', async () => {
  const { accountId, key } = await service.newAccount();
  const id = await service.newForm(accountId);
  const { deps, log } = service;
  const another = await buildApp({
    ...deps,
    ...openCommands({ log, plans: deps.plans, secrets: deps.secrets }),
    metrics: new Registry(),
  });
  const processes = [service.app, another];
  try {
    const addresses = await Promise.all(processes.map((app) => app.listen({ port: 0 })));
    const statuses = await Promise.all(
      Array.from({ length: parallel }, async (_, index) => {
        const { status } = await fetch(`${addresses[index % processes.length]}/api/public/v1/forms`, {
          method: 'PATCH',
          headers: { 'x-api-key': key, 'content-type': 'application/json', connection: 'close' },
          body: JSON.stringify({ id, title: `Title ${index}` }),
        });
        return status;
      }),
    );
    assert.equal(statuses, Array(parallel).fill(200));
    const titles = new Set<string>();
    for await (const { event } of log.readStream(`form-${id}`))
      if (event.type === 'FormDetailsChanged' && event.data.title !== undefined) titles.add(event.data.title);
    assert.is(titles.size, parallel);
  } finally {
    await another.close();
  }
});

test.run();
