import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readZip } from '../../../support/read-zip.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn } from '../../../support/web.ts';

const test = suite('the export of an account in the console');
let service: TestService;
test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

test('the page of an account leads to the download of everything', async () => {
  const { accountId } = await service.newAccount();
  await service.newForm(accountId);
  await service.settled();
  const operator = await signIn(service, service.operatorTokens[0] ?? '');
  const page = await operator.get(`/console/accounts/${accountId}`);
  const [, address = ''] = /href="([^"]+export\.zip)"/.exec(page.text) ?? [];
  assert.is(address, `/console/accounts/${accountId}/export.zip`);
  const cookie = [...operator.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const download = await service.app.inject({ url: address, headers: { cookie } });
  assert.is(download.statusCode, 200, download.payload);
  assert.match(String(download.headers['content-disposition']), `formlog-${accountId}-`);
  const members = readZip(download.rawPayload);
  assert.ok(members.has('manifest.json') && members.has('forms/a-form/form.json'));
});

test('an account that does not exist has none', async () => {
  const operator = await signIn(service, service.operatorTokens[0] ?? '');
  assert.is((await operator.get('/console/accounts/none/export.zip')).status, 404);
});

test.run();
