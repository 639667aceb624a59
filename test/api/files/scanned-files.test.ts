import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openFiles } from '../../../files/open-files.ts';
import { openScanner } from '../../../files/scanner.ts';
import { publicBase } from '../../support/injected-requests.ts';
import { startScanner } from '../../support/scanner.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('files with a scanner');
let directory: string;
test.before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'formlog-files-'));
});
test.after(() => rmSync(directory, { recursive: true }));

const contents = () => readdirSync(directory).filter((name) => !name.includes('.'));

async function withForm(service: TestService) {
  const account = await service.newAccount();
  const formId = await service.newForm(account.accountId, [{ key: 'cv', label: 'CV', kind: 'file' }]);
  return {
    ...account,
    upload: (payload: string) =>
      service.inject({
        method: 'POST',
        url: `${publicBase}/files?form_id=${formId}&field=cv&name=a.txt`,
        headers: { 'x-api-key': account.key },
        payload,
      }),
  };
}

test('a file in which the scanner finds something is refused, and its bytes go', async () => {
  const scanner = await startScanner();
  const address = { host: '127.0.0.1', port: scanner.port };
  const service = await startService({ settings: { FILES_STORE: { directory }, FILES_SCANNER: address } });
  const { upload, api } = await withForm(service);
  const refused = await upload('EICAR-TEST');
  assert.equal(
    [refused.status, refused.at('error.code'), refused.at('error.details.found')],
    [422, 'infected_file', 'Eicar-Test-Signature'],
  );
  assert.equal(contents(), []);
  const taken = await upload('harmless');
  assert.is(taken.status, 201, taken.text);
  const seen = scanner.scanned();
  assert.is((await api('GET', `/files/${String(taken.at('id'))}/content`)).text, 'harmless');
  assert.is(scanner.scanned(), seen, 'it was judged before');
  scanner.close();
  const away = await upload('later');
  assert.equal([away.status, away.at('error.code')], [503, 'file_store_unavailable']);
  assert.is(contents().length, 1);
  await service.close();
});

test('a file from before there was a scanner is judged before it is sent', async () => {
  const scanner = await startScanner();
  const service = await startService({ settings: { FILES_STORE: { directory } } });
  const { upload, api } = await withForm(service);
  const [bad, good] = [await upload('EICAR-TEST'), await upload('harmless')];
  // Another process of the same service has the setting already.
  const files = await openFiles(
    { directory },
    () => 'unused',
    openScanner({ host: '127.0.0.1', port: scanner.port }),
  );
  const judge = async (id: unknown) => {
    const read = await service.deps.queries.files.get(null, String(id));
    assert.ok(read);
    const content = await files.contents.describe(read.content_id);
    assert.ok(content);
    return files.requireClean(read.content_id, content).then(
      () => files.contents.describe(read.content_id),
      (error: unknown) => String(error),
    );
  };
  await service.settled();
  const judged = await judge(bad.at('id'));
  assert.ok(typeof judged === 'string' && judged.includes('infected'));
  const clean = await judge(good.at('id'));
  assert.ok(typeof clean === 'object' && clean?.isScanned === true);
  assert.is((await api('GET', `/files/${String(good.at('id'))}/content`)).text, 'harmless');
  scanner.close();
  await service.close();
});

test.run();
