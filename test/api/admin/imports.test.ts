import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('imports');
let service: TestService;
let account: Awaited<ReturnType<TestService['newAccount']>>;

test.before(async () => {
  service = await startService();
  account = await service.newAccount();
});
test.after(() => service.close());

const newForm = (status?: string) => service.newForm(account.accountId, [nameField], status);
const importInto = (form: string, rows: readonly object[]) =>
  service.admin('POST', `/forms/${form}/imports`, { body: { rows } });

const at = '2024-05-06T07:08:09.000Z';
const row = (key: string, answers: object = { name: 'Ada' }) => ({ key, answers, submitted_at: at });

test('rows become submissions with their original times', async () => {
  const form = await newForm('draft');
  const before = new Date().toISOString();
  const imported = await importInto(form, [row('a'), { key: 'b', answers: { name: 'Grace' } }]);
  assert.is(imported.status, 200, imported.text);
  assert.ok(imported.header('x-log-position'));
  await service.settled();
  const record = await service.admin('GET', `/submissions/${String(imported.at('data.0.id'))}`);
  assert.is(record.at('submitted_at'), at);
  assert.ok(String(record.at('imported_at')) >= before);
  assert.is(record.at('created_at'), record.at('imported_at'));
  const without = await service.admin('GET', `/submissions/${String(imported.at('data.1.id'))}`);
  assert.ok(String(without.at('submitted_at')) >= before);
  const own = await account.api('GET', `/submissions?form_id=${form}`);
  assert.equal(own.at('data.1.submitted_at'), at);
});

test('a submission that was not imported has no import data', async () => {
  const form = await newForm();
  const made = await account.api('POST', '/submissions', {
    body: { form_id: form, answers: { name: 'Ada' } },
  });
  assert.is(made.at('imported_at'), undefined);
  assert.is(made.at('created_at'), made.at('submitted_at'));
});

test('a row is imported only once, even after its idempotency key has expired', async () => {
  const form = await newForm();
  await service.admin('PATCH', `/forms/${form}`, { body: { status: 'closed' } });
  const first = await importInto(form, [row('a'), row('b')]);
  const again = await importInto(form, [row('b'), row('c')]);
  assert.equal(
    [again.at('data.0.id'), again.at('data.0.replayed'), again.at('data.1.replayed')],
    [first.at('data.1.id'), true, false],
  );
  const other = await importInto(form, [row('a', { name: 'Eve' })]);
  assert.is(other.at('data.0.error.code'), 'idempotency_mismatch');
  assert.match(String(other.at('data.0.error.message')), /imported before with other answers/);
});

test('an invalid row does not prevent the import of the others', async () => {
  const form = await newForm('draft');
  const imported = await importInto(form, [row('a', { nick: 'x' }), row('b')]);
  assert.equal(
    [
      imported.at('data.0.error.code'),
      imported.at('data.0.error.details.0.code'),
      imported.at('data.1.replayed'),
    ],
    ['invalid_request', 'required', false],
  );
});

test('a row dated in the future is refused, and the others are imported', async () => {
  const form = await newForm('draft');
  const later = { ...row('a'), submitted_at: new Date(Date.now() + 3_600_000).toISOString() };
  const imported = await importInto(form, [later, row('b')]);
  assert.equal(
    [
      imported.at('data.0.error.code'),
      imported.at('data.0.error.details.0.path'),
      imported.at('data.1.replayed'),
    ],
    ['invalid_request', '/submitted_at', false],
  );
});

test('an archived form takes no rows', async () => {
  const form = await newForm('draft');
  await service.admin('PATCH', `/forms/${form}`, { body: { status: 'archived' } });
  const archived = await importInto(form, [row('a')]);
  assert.equal([archived.status, archived.at('error.code')], [409, 'form_not_published']);
});

test('operators may import, auditors and API keys may not', async () => {
  const form = await newForm('draft');
  const body = { rows: [row('a')] };
  const path = `/forms/${form}/imports`;
  assert.is((await service.withToken(service.operatorTokens[1] ?? '')('POST', path, { body })).status, 403);
  assert.is((await service.withToken(account.key)('POST', path, { body })).status, 401);
  assert.is((await importInto('none', [row('a')])).status, 404);
});

test.run();
