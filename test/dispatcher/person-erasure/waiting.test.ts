import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { erasureParts } from '../../../app/roles/erasure.ts';
import { newMember } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { eraseUntil } from './eraser-world.ts';

const test = suite('metrics of erasures');
let service: TestService;
test.before(async () => {
  service = await startService();
  // The part of a dispatcher that measures them; none of its workers runs.
  erasureParts(service.parts);
});
test.after(() => service.close());

/** The value of a metric. */
async function measured(name: string): Promise<number> {
  await service.settled();
  const line = (await service.parts.metrics.text()).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

test('an erasure of a submission, of a person and of an account waits until it is complete', async () => {
  const { accountId, api } = await service.newAccount();
  await newMember(service, accountId, { email: 'stays@example.com', role: 'owner' });
  await newMember(service, accountId, { email: 'goes@example.com', role: 'viewer' });
  const person = await service.admin('GET', '/people/goes@example.com');
  const path = `/people/${String(person.at('id'))}`;
  const formId = await service.newForm(accountId);
  const made = await api('POST', '/submissions', { body: { form_id: formId, answers: { name: 'Ada' } } });
  assert.equal(
    [await measured('formlog_erasures_waiting'), await measured('formlog_erasures_oldest_seconds')],
    [0, 0],
  );

  assert.is((await service.admin('POST', `${path}/erase`)).status, 200);
  assert.is(await measured('formlog_erasures_waiting'), 1);
  service.clock.aheadMs += 7_200_000;
  assert.ok((await measured('formlog_erasures_oldest_seconds')) >= 7_200);
  assert.is((await service.admin('POST', `/submissions/${String(made.at('id'))}/erase`)).status, 200);
  assert.is(await measured('formlog_erasures_waiting'), 2);
  const other = await service.newAccount('business', 'Closing');
  const closed = await service.admin('POST', `/accounts/${other.accountId}/close`, {
    body: { name: 'Closing' },
  });
  assert.is(closed.status, 200, closed.text);
  assert.is(await measured('formlog_erasures_waiting'), 3);

  const isErased = async () => (await service.admin('GET', `${path}/erasure`)).at('status') === 'erased';
  await eraseUntil(service, 'the person is erased', isErased);
  assert.is(await measured('formlog_erasures_waiting'), 2);
  assert.ok((await measured('formlog_erasures_oldest_seconds')) < 7_200);
});

test.run();
