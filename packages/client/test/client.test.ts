import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { clientTypesFile, generateClientTypes } from '../../../test/support/client-types.ts';
import { startService, type TestService } from '../../../test/support/service.ts';
import { FormlogClient, Refused } from '../src/client.ts';

const test = suite('typed client');
let service: TestService;

test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

test('creates, repeats, lists every page and reports a refusal', async () => {
  const { accountId, key } = await service.newAccount();
  const formId = await service.newForm(accountId);
  const client = new FormlogClient(await service.app.listen({ host: '127.0.0.1', port: 0 }), key);
  const submit = (name: string, idempotencyKey: string) =>
    client.request('post', '/api/public/v1/submissions', {
      body: { form_id: formId, answers: { name } },
      header: { 'Idempotency-Key': idempotencyKey },
    });
  const made: string[] = [];
  for (let n = 0; n < 60; n++) made.push((await submit('Ada', `key ${n}`)).id);
  const again = await submit('Ada', 'key 59');
  assert.is(again.id, made[59]);
  // The client reads its own writes.
  const listed: string[] = [];
  const query = { form_id: formId, limit: 25 };
  for await (const { id } of client.list('/api/public/v1/submissions', { query })) listed.push(id);
  assert.equal(listed.sort(), made.sort());
  const form = await client.request('get', '/api/public/v1/forms/{id}', { path: { id: formId } });
  assert.is(form.id, formId);
  const refused = await client
    .request('post', '/api/public/v1/submissions', { body: { form_id: formId, answers: {} } })
    .catch((error: unknown) => error);
  assert.instance(refused, Refused);
  assert.is(refused instanceof Refused && refused.error.code, 'invalid_request');
});

// Last, because generating keeps this process, and so the service in it, from answering for a second.
test('the generated types are current (npm run client)', async () => {
  assert.is(readFileSync(clientTypesFile, 'utf8'), await generateClientTypes());
});

test.run();
