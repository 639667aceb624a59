import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openClient, Refused } from '../../../packages/client/src/example.ts';
import { clientTypesFile, generateClientTypes } from '../../support/client-types.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('typed client');
let service: TestService;

test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

test('the example submits, repeats, lists every page and says what was refused', async () => {
  const { accountId, key } = await service.newAccount();
  const formId = await service.newForm(accountId);
  const client = openClient(await service.app.listen({ host: '127.0.0.1', port: 0 }), key);
  const made: string[] = [];
  for (let n = 0; n < 60; n++)
    made.unshift((await client.submit({ form_id: formId, answers: { name: 'Ada' } }, `key ${n}`)).id);
  const again = await client.submit({ form_id: formId, answers: { name: 'Ada' } }, 'key 59');
  assert.is(again.id, made[0]);
  // The client reads its own writes.
  const listed: string[] = [];
  for await (const { id } of client.submissions(formId)) listed.push(id);
  assert.equal(listed.sort(), [...made].sort());
  const refused = await client
    .submit({ form_id: formId, answers: {} }, 'other')
    .catch((error: unknown) => error);
  assert.instance(refused, Refused);
});

// Last, because generating keeps this process, and so the service in it, from answering for a second.
test('the generated types are those of the service as it is: else, npm run client', async () => {
  assert.is(readFileSync(clientTypesFile, 'utf8'), await generateClientTypes());
});

test.run();
