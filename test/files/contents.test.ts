import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Upload } from '@tus/utils';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Files, openFiles } from '../../files/open-files.ts';
import { parseStoreAddress, type StoreAddress } from '../../files/store-address.ts';
import { UploadRefused } from '../../files/upload-errors.ts';
import { metadataOf, type UploadPlan } from '../../files/upload-plan.ts';
import { newId } from '../../log/ids.ts';
import { startS3 } from '../support/s3-server.ts';

const dir = mkdtempSync(join(tmpdir(), 'formlog-contents-'));
const plan: UploadPlan = {
  fileId: 'F',
  accountId: 'acme',
  formId: 'form',
  name: 'größe.bin',
  maxBytes: 30_000_000,
  types: [],
  uploadedBy: 'api',
};

/** Both stores keep the same promises. */
const stores: Readonly<Record<string, () => Promise<StoreAddress>>> = {
  'a directory': async () => ({ directory: join(dir, 'files') }),
  'a bucket': async () => {
    const server = await startS3(join(dir, 's3'));
    closing.push(() => server.close());
    return parseStoreAddress(server.setting);
  },
};
const closing: (() => Promise<unknown>)[] = [];

for (const [name, open] of Object.entries(stores)) {
  const test = suite(`contents in ${name}`);
  let address: StoreAddress;
  let files: Files;
  test.before(async () => {
    address = await open();
    files = await openFiles(address, newId);
  });
  test.after(async () => {
    for (const close of closing.splice(0)) await close();
    await rm(join(dir, name === 'a bucket' ? 's3' : 'files'), { recursive: true, force: true });
  });
  const listed = async () => {
    const ids: string[] = [];
    for await (const { contentId } of files.contents.list()) ids.push(contentId);
    return ids;
  };
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

  test('a content that was received is described, read whole and in part, and removed', async () => {
    const bytes = randomBytes(6_000_000);
    const uploads = await files.uploads();
    const id = newId();
    const content = await uploads.receive(id, plan, Readable.from([bytes]), bytes.length);
    assert.equal([content.size, content.sha256, content.name], [bytes.length, sha256(bytes), plan.name]);
    assert.equal(await files.contents.describe(id), content);
    assert.ok((await buffer(await files.contents.read(id))).equals(bytes));
    const part = await buffer(await files.contents.read(id, { start: 5, end: 9 }));
    assert.ok(part.equals(bytes.subarray(5, 10)));
    assert.is(await files.contents.sizeOf(id), bytes.length);
    await files.contents.remove(id);
    await files.contents.remove(id);
    assert.is(await files.contents.describe(id), null);
    assert.equal(await listed(), []);
  });

  test('a content of unknown length is received', async () => {
    const bytes = randomBytes(100_000);
    const id = newId();
    const content = await (await files.uploads()).receive(id, plan, Readable.from([bytes]), null);
    assert.is(content.sha256, sha256(bytes));
    await files.contents.remove(id);
  });

  test('an upload continues in another process, which computes the hash from the store', async () => {
    const bytes = randomBytes(7_000_000);
    const id = newId();
    const first = await files.uploads();
    await first.create(new Upload({ id, offset: 0, size: bytes.length, metadata: metadataOf(plan) }));
    await first.write(Readable.from([bytes.subarray(0, 5_500_000)]), id, 0);
    const other = await (await openFiles(address, newId)).uploads();
    const { offset } = await other.getUpload(id);
    assert.is(offset, 5_500_000);
    assert.is(await other.write(Readable.from([bytes.subarray(offset)]), id, offset), bytes.length);
    assert.is((await other.finish(id)).sha256, sha256(bytes));
    await files.contents.remove(id);
    assert.equal(await listed(), []);
  });
  test('what is refused or cut off leaves nothing', async () => {
    const uploads = await files.uploads();
    const small = { ...plan, maxBytes: 10 };
    const refused = [
      () => uploads.receive(newId(), small, Readable.from([Buffer.alloc(11)]), null),
      () => uploads.receive(newId(), plan, Readable.from([Buffer.alloc(5)]), 10),
      () => uploads.receive(newId(), { ...plan, types: ['image'] }, Readable.from([Buffer.from('text')]), 4),
    ];
    for (const receive of refused) {
      const error = await receive().then(
        () => null,
        (cause: unknown) => cause,
      );
      assert.instance(error, UploadRefused);
    }
    assert.equal(await listed(), []);
  });

  test('what is missing is named', async () => {
    assert.is(await files.contents.describe('none'), null);
    assert.is(await files.contents.sizeOf('none'), null);
    const error = await files.contents.read('none').catch((cause: unknown) => cause);
    assert.is(Reflect.get(Object(error), 'reason'), 'missing');
  });

  test.run();
}
