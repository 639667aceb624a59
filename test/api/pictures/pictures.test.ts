import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { adminBase, publicBase, type TestResponse } from '../../support/injected-requests.ts';
import {
  afterPngHeader,
  exifData,
  jpegSegment,
  pngChunk,
  smallPicture,
  withInserted,
} from '../../support/pictures.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';
import { signIn } from '../../support/web.ts';

const test = suite('pictures over the API');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let theirs: typeof mine;
const png = smallPicture('png');

test.before(async () => {
  service = await startService();
  [mine, theirs] = [await service.newAccount(), await service.newAccount()];
});
test.after(() => service.close());

const upload = (
  payload: Buffer | string,
  headers: Readonly<Record<string, string>> = {},
  { key } = mine,
): Promise<TestResponse> =>
  service.inject({
    method: 'POST',
    url: `${publicBase}/pictures`,
    headers: { 'x-api-key': key, 'content-type': 'image/png', ...headers },
    payload,
  });

async function idOf(payload: Buffer, who = mine): Promise<string> {
  const made = await upload(payload, {}, who);
  assert.is(made.status, 201, made.text);
  return String(made.at('id'));
}

const contentOf = (id: string, { key } = mine) =>
  service.app.inject({ url: `${publicBase}/pictures/${id}/content`, headers: { 'x-api-key': key } });

test('a picture is described by its content, and the same content is the same picture', async () => {
  const made = await upload(png, { 'content-type': 'text/plain' });
  assert.is(made.status, 201, made.text);
  assert.equal(
    ['type', 'width', 'height', 'size'].map((name) => made.at(name)),
    ['image/png', 8, 4, png.length],
  );
  const id = String(made.at('id'));
  assert.is(made.header('location'), `${publicBase}/pictures/${id}`);
  assert.is((await mine.api('GET', `/pictures/${id}`)).text, made.text);
  const before = await service.log.head();
  assert.is((await upload(png)).text, made.text);
  assert.is(await service.log.head(), before, 'nothing is written again');
});

test('the content comes without its metadata, and does nothing in a browser', async () => {
  const id = await idOf(withInserted(png, afterPngHeader, pngChunk('tEXt', Buffer.from('Author\0Ada'))));
  const { rawPayload, headers, statusCode } = await contentOf(id);
  assert.is(statusCode, 200);
  assert.equal(rawPayload, png);
  assert.equal([headers['content-type'], headers['x-content-type-options']], ['image/png', 'nosniff']);
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*sandbox/);
  assert.is(id, await idOf(png), 'metadata make no other picture');
  const photograph = withInserted(smallPicture('jpeg'), 2, jpegSegment(0xe1, exifData(6, 'at home')));
  const { rawPayload: turned } = await contentOf(await idOf(photograph));
  assert.not.ok(turned.includes('at home'));
});

test('what is no still picture within the limits is refused, and nothing of it stays', async () => {
  const before = await service.log.head();
  const refusals: readonly (readonly [Buffer | string, number, string, RegExp])[] = [
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 400, 'invalid_request', /no PNG, JPEG, WebP or GIF/],
    ['', 400, 'invalid_request', /is empty/],
    [png.subarray(0, -4), 400, 'invalid_request', /is damaged/],
    [Buffer.alloc(256 * 1_024 + 1), 413, 'payload_too_large', /at most 262,144 bytes/],
    [
      withInserted(png, afterPngHeader, pngChunk('iCCP', Buffer.alloc(96 * 1_024))),
      400,
      'invalid_request',
      /at most 96 KB/,
    ],
  ];
  for (const [payload, status, code, message] of refusals) {
    const refused = await upload(payload);
    assert.equal([refused.status, refused.at('error.code')], [status, code], refused.text);
    assert.match(String(refused.at('error.message')), message);
  }
  const compressed = await upload(png, { 'content-encoding': 'gzip' });
  assert.equal([compressed.status, compressed.at('error.code')], [415, 'unsupported_media_type']);
  assert.is(await service.log.head(), before);
});

test('an idempotency key belongs to one content', async () => {
  const headers = { 'idempotency-key': 'a picture' };
  const gif = smallPicture('gif');
  const [first, second] = [await upload(gif, headers), await upload(gif, headers)];
  assert.is(second.text, first.text);
  assert.is(second.header('idempotency-replayed'), 'true');
  assert.is((await upload(png, headers)).at('error.code'), 'idempotency_mismatch');
});

test('a picture of another account does not exist', async () => {
  const [own, foreign] = [await idOf(png), await idOf(png, theirs)];
  assert.is.not(own, foreign, 'the same content has another id in each account');
  for (const id of [foreign, '0'.repeat(20)])
    for (const path of [`/pictures/${id}`, `/pictures/${id}/content`])
      assert.is((await mine.api('GET', path)).status, 404, path);
  for (const [method, body] of [
    ['POST', { title: 'A', fields: [nameField], look: { logo: { picture_id: foreign } } }],
    ['POST', { title: 'A', fields: [nameField], look: { cover: { picture_id: '0'.repeat(20) } } }],
    [
      'PATCH',
      { id: await service.newForm(mine.accountId, [nameField]), look: { logo: { picture_id: foreign } } },
    ],
  ] as const) {
    const refused = await mine.api(method, '/forms', { body });
    assert.is(refused.status, 400, refused.text);
    assert.is(refused.at('error.details.0.message'), 'The account has no such picture.');
    assert.match(String(refused.at('error.details.0.path')), /^\/look\/(logo|cover)\/picture_id$/);
  }
});

test('a key needs the scope of forms', async () => {
  const keyWith = async (scope: string) => {
    const body = { name: scope, scopes: [scope] };
    const issued = await service.admin('POST', `/accounts/${mine.accountId}/keys`, { body });
    return String(issued.at('key'));
  };
  const reading = await keyWith('forms:read');
  assert.is((await upload(png, {}, { ...mine, key: reading })).status, 403);
  const id = await idOf(png);
  const other = await keyWith('submissions:read');
  assert.is((await contentOf(id, { ...mine, key: other })).statusCode, 403);
  assert.is((await contentOf(id, { ...mine, key: reading })).statusCode, 200);
});

test('the bytes of pictures count in the plan', async () => {
  const account = await service.newAccount();
  const used = async () =>
    (await service.admin('GET', `/accounts/${account.accountId}`)).at('usage.file_bytes.used');
  await idOf(png, account);
  await idOf(png, account);
  await service.settled();
  assert.is(await used(), png.length);
});

test('an operator stores a picture for an account', async () => {
  const made = await service.inject({
    method: 'POST',
    url: `${adminBase}/accounts/${mine.accountId}/pictures`,
    headers: { authorization: `Bearer ${service.operatorTokens[0] ?? ''}`, 'content-type': 'image/png' },
    payload: png,
  });
  assert.is(made.status, 201, made.text);
  assert.is(made.at('id'), await idOf(png));
});

test('the log of the console shows the event without the content', async () => {
  const webp = smallPicture('webp');
  const id = await idOf(webp);
  const operator = await signIn(service, service.operatorTokens[0] ?? '');
  const page = await operator.get(`/console/log/picture-${id}/0`);
  assert.match(page.text, 'stored a picture of');
  assert.match(page.text, '&#34;size&#34;: 556');
  assert.not.match(page.text, webp.toString('base64').slice(0, 40));
});

test.run();
