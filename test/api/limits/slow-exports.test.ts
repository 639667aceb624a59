import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../support/eventually.ts';
import { adminBase, publicBase } from '../../support/injected-requests.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('exports of clients that take their time');
let service: TestService;
let url: string;
let accounts: Awaited<ReturnType<TestService['newAccount']>>[];
const open: IncomingMessage[] = [];

test.before(async () => {
  service = await startService();
  url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  accounts = [];
  for (let n = 0; n < 5; n++) accounts.push(await newLargeAccount());
  await service.settled();
});
test.after.each(async () => {
  for (const response of open.splice(0)) response.destroy();
  await eventually('all slots are free', async () => (await downloadedBy(accounts[0]?.key ?? '')) || null);
});
test.after(() => service.close());

/** An account whose archive is larger than what the buffers of a connection hold. */
async function newLargeAccount() {
  const account = await service.newAccount();
  const form = await service.newForm(account.accountId, [{ key: 'file', label: 'File', kind: 'file' }]);
  for (let n = 0; n < 2; n++) {
    const uploaded = await service.inject({
      method: 'POST',
      url: `${publicBase}/files?form_id=${form}&field=file&name=${n}.bin`,
      headers: { 'x-api-key': account.key, 'content-type': 'application/octet-stream' },
      payload: randomBytes(9_000_000),
    });
    assert.is(uploaded.status, 201, uploaded.text);
    const answers = { file: [String(uploaded.at('id'))] };
    const made = await account.api('POST', '/submissions', { body: { form_id: form, answers } });
    assert.is(made.status, 201, made.text);
  }
  return account;
}

/** Begins a download, and takes nothing of it. */
function begin(path: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}${path}`, { headers, agent: false }, (response) => {
      response.pause().on('error', () => undefined);
      open.push(response);
      resolve(response);
    });
    request.on('error', reject);
  });
}

const beginWithKey = (key: string) => begin(`${publicBase}/export`, { 'x-api-key': key });
const beginAsOperator = (accountId: string) =>
  begin(`${adminBase}/accounts/${accountId}/export`, {
    authorization: `Bearer ${service.operatorTokens[0] ?? ''}`,
  });

/** Downloads an archive at full speed. @returns whether all of it came */
async function downloadedBy(key: string): Promise<boolean> {
  const response = await beginWithKey(key);
  const bytes = await buffer(response.resume());
  return response.statusCode === 200 && bytes.includes('manifest.json') && bytes.length > 18_000_000;
}

const statuses = (responses: readonly IncomingMessage[]) =>
  responses.map(({ statusCode }) => statusCode).sort();

test('a key that begins eight downloads and takes nothing leaves room for others', async () => {
  const [slow, other] = accounts.map(({ key }) => key);
  const begun = await Promise.all(Array.from({ length: 8 }, () => beginWithKey(slow ?? '')));
  assert.equal(statuses(begun), [200, 200, 429, 429, 429, 429, 429, 429]);
  assert.ok(
    begun.every(({ statusCode, headers }) => statusCode === 200 || Number(headers['retry-after']) > 0),
  );
  assert.ok(await downloadedBy(other ?? ''));
});

test('an operator who begins two downloads of each of four accounts leaves room for their owners', async () => {
  const four = accounts.slice(0, 4).flatMap(({ accountId }) => [accountId, accountId]);
  const begun = await Promise.all(four.map(beginAsOperator));
  assert.equal(statuses(begun), [200, 200, 200, 200, 429, 429, 429, 429]);
  assert.ok(await downloadedBy(accounts[4]?.key ?? ''));
  begun.find(({ statusCode }) => statusCode === 200)?.destroy();
  const next = await eventually('the operator has one again', async () => {
    const response = await beginAsOperator(accounts[4]?.accountId ?? '');
    return response.statusCode === 200 ? response : null;
  });
  assert.is(next.statusCode, 200);
});

test.run();
