import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { streamOf } from '../../../../domain/stream-names.ts';
import { shownLogoSize } from '../../../../web/form/look/look-pictures.tsx';
import { publicBase } from '../../../support/injected-requests.ts';
import { afterPngHeader, pngChunk, smallPicture, withInserted } from '../../../support/pictures.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { openVisit, signIn, type Visit } from '../../../support/web.ts';

const test = suite('the pictures of a form');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let owner: Visit;
test.before(async () => {
  service = await startService({ http: { minFormMs: 0 } });
  mine = await service.newAccount();
  owner = await signIn(service, service.operatorTokens[0] ?? '');
});
test.after(() => service.close());

const fields = [{ key: 'name', label: 'Your name', kind: 'short_text', required: true }];

async function stored(bytes: Buffer, { key } = mine): Promise<string> {
  const headers = { 'x-api-key': key, 'content-type': 'image/png' };
  const made = await service.inject({
    method: 'POST',
    url: `${publicBase}/pictures`,
    headers,
    payload: bytes,
  });
  assert.is(made.status, 201, made.text);
  return String(made.at('id'));
}

async function change(formId: string, body: object): Promise<void> {
  const changed = await service.admin('PATCH', `/forms/${formId}`, { body });
  assert.is(changed.status, 200, changed.text);
  // Pages of forms are up to two seconds old.
  service.clock.aheadMs += 2_000;
}

const lookOf = async (formId: string): Promise<unknown> => {
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  return (await service.admin('GET', `/forms/${formId}`)).at('look');
};

/** A published form with a logo and a cover. */
async function picturedForm(who = mine) {
  const [logo, cover] = [await stored(smallPicture('png'), who), await stored(smallPicture('jpeg'), who)];
  const formId = await service.newForm(who.accountId, fields);
  await change(formId, {
    look: { logo: { picture_id: logo, alt: 'Oak & "Elm"' }, cover: { picture_id: cover } },
  });
  return { formId, logo, cover, at: (id: string) => `/f/${formId}/pictures/${id}` };
}

test('every page of the form shows its cover and its logo, which keep their place', async () => {
  const { formId, logo, cover, at } = await picturedForm();
  await change(formId, { responses: { corrections: { by_respondent: true } } });
  const shows = (text: string) => {
    assert.match(text, `<img class="cover" src="${at(cover)}" alt="" width="8" height="4"/>`);
    assert.match(
      text,
      `<img class="logo" src="${at(logo)}" alt="Oak &amp; &#34;Elm&#34;" width="8" height="4"/>`,
    );
    assert.ok(text.indexOf('class="cover"') < text.indexOf('class="logo"'));
    assert.ok(text.indexOf('class="logo"') < text.indexOf('<h1'));
  };
  const visit = openVisit(service);
  const shown = await visit.get(`/f/${formId}`);
  shows(shown.text);
  const formToken = /name="formToken" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
  shows((await visit.post(`/f/${formId}`, { formToken, name: '' })).text);
  shows((await visit.post(`/f/${formId}/save`, { formToken, name: 'Ada' })).text);
  const sent = await visit.post(`/f/${formId}`, { formToken, name: 'Ada' });
  const thanks = await visit.get(sent.location ?? '');
  shows(thanks.text);
  const [, correct = ''] = /href="(\/f\/[^"]+\/correct\?link=[^"]+)"/.exec(thanks.text) ?? [];
  shows((await visit.get(correct)).text);
  shows((await visit.get(`/f/${formId}/corrected?link=none`)).text);
  await change(formId, { status: 'closed' });
  shows((await openVisit(service).get(`/f/${formId}`)).text);
});

test('a picture comes with its type, for a year, without cookies', async () => {
  const { logo, at } = await picturedForm();
  const { rawPayload, statusCode, headers } = await service.app.inject({ url: at(logo) });
  assert.is(statusCode, 200);
  assert.equal(rawPayload, smallPicture('png'));
  assert.equal(
    ['content-type', 'cache-control', 'x-content-type-options', 'set-cookie'].map((name) => headers[name]),
    ['image/png', 'public, max-age=31536000, immutable', 'nosniff', undefined],
  );
  assert.match(String(headers['content-security-policy']), /^default-src 'none'.*sandbox$/);
});

test('a form serves the pictures of its present look and no others', async () => {
  const { formId, logo, cover, at } = await picturedForm();
  const statusOf = async (url: string) => (await openVisit(service).get(url)).status;
  const unused = await stored(smallPicture('gif'));
  const other = await service.newForm(mine.accountId, fields);
  for (const url of [at(unused), at('none'), `/f/${other}/pictures/${logo}`, `/f/none/pictures/${logo}`])
    assert.is(await statusOf(url), 404, url);
  await change(formId, { look: { logo: null } });
  assert.equal([await statusOf(at(logo)), await statusOf(at(cover))], [404, 200]);
  await change(formId, { status: 'draft' });
  assert.is(await statusOf(at(cover)), 404, 'a draft shows nothing');
});

test('a picture that is gone is not found, and the page of the form stays', async () => {
  const { formId, logo, at } = await picturedForm(await service.newAccount());
  await service.log.eraseStream(streamOf.picture(logo));
  assert.is((await openVisit(service).get(at(logo))).status, 404);
  assert.is((await openVisit(service).get(`/f/${formId}`)).status, 200);
});

test('the record of a form has the sizes of its pictures, which a request may repeat', async () => {
  const { formId, logo, cover } = await picturedForm();
  const look = {
    color: null,
    logo: { picture_id: logo, alt: 'Oak & "Elm"', width: 8, height: 4 },
    cover: { picture_id: cover, alt: '', width: 8, height: 4 },
  };
  assert.equal(await lookOf(formId), look);
  const before = await service.log.head();
  await change(formId, { look });
  assert.is(await service.log.head(), before, 'nothing has changed');
});

test('a picture that is too large for a logo is a cover', async () => {
  const large = await stored(
    withInserted(smallPicture('png'), afterPngHeader, pngChunk('iCCP', Buffer.alloc(33_000))),
  );
  const formId = await service.newForm(mine.accountId, fields);
  await change(formId, { look: { cover: { picture_id: large } } });
  const body = { look: { logo: { picture_id: large } } };
  const refused = await service.admin('PATCH', `/forms/${formId}`, { body });
  assert.is(refused.status, 400);
  assert.is(refused.at('error.details.0.path'), '/look/logo/picture_id');
  assert.match(refused.text, 'too large for a logo: at most 32 KB');
});

test('a logo is scaled down to its place, and never up', () => {
  assert.equal(shownLogoSize({ width: 8, height: 4 }), { width: 8, height: 4 });
  assert.equal(shownLogoSize({ width: 640, height: 80 }), { width: 320, height: 40 });
  assert.equal(shownLogoSize({ width: 200, height: 400 }), { width: 40, height: 80 });
  assert.equal(shownLogoSize({ width: 4_096, height: 1 }), { width: 320, height: 1 });
});

test('a copy of the form has its pictures, and the history says in words what has changed', async () => {
  const { formId } = await picturedForm();
  await change(formId, { look: { logo: null, color: '#0a7d55' } });
  const { text } = await service.admin('GET', `/forms/${formId}/history`);
  assert.match(text, 'changed the logo and cover of the form');
  assert.match(text, 'changed the colour of the form');
  assert.match(text, ', and removed its logo.');
  assert.match((await owner.get(`/console/history/form/${formId}`)).text, 'Decoration, 8 × 4 pixels');
  await owner.get(`/console/forms/${formId}`);
  const copied = await owner.post(`/console/forms/${formId}/duplicate`, { once: 'now' });
  const [, copy = ''] = /forms\/([^/]+)\/edit/.exec(copied.location ?? '') ?? [];
  assert.equal(await lookOf(copy), await lookOf(formId));
});

test('the console takes pictures, shows them, and takes them away', async () => {
  const formId = await service.newForm(mine.accountId, fields);
  const path = `/console/forms/${formId}/look`;
  await owner.get(path);
  const texts = { has_color: 'no', color: '#1d4ed8', logo_alt: 'Oak <b> & Elm', cover_alt: '' };
  const saved = await owner.postFiles(path, texts, { logo: smallPicture('png'), cover: Buffer.alloc(0) });
  assert.is(saved.status, 303, saved.text);
  const logo = await stored(smallPicture('png'));
  const shown = { picture_id: logo, alt: 'Oak <b> & Elm', width: 8, height: 4 };
  assert.equal(await lookOf(formId), { color: null, logo: shown, cover: null });
  const page = await owner.get(path);
  const address = `/console/forms/${formId}/pictures/${logo}`;
  assert.match(page.text, `src="${address}"`);
  assert.match(page.text, 'value="Oak <b> &amp; Elm"');
  assert.is((await owner.get(address)).header('content-type'), 'image/png');
  assert.match((await owner.get(`/console/forms/${formId}/preview`)).text, `src="${address}"`);
  await owner.post(path, { ...texts, logo_alt: 'Oak' });
  assert.equal(await lookOf(formId), { color: null, logo: { ...shown, alt: 'Oak' }, cover: null });
  await owner.post(path, { ...texts, logo_removed: 'yes' });
  assert.equal(await lookOf(formId), { color: null, logo: null, cover: null });
  assert.is((await owner.get(address)).status, 404);
});

test('the console says beside each control what is wrong, and stores nothing', async () => {
  const formId = await service.newForm(mine.accountId, fields);
  const path = `/console/forms/${formId}/look`;
  await owner.get(path);
  const texts = { has_color: 'no', color: '#1d4ed8', logo_alt: 'Oak', cover_alt: '' };
  const send = (files: Readonly<Record<string, Buffer>>, sent: object = {}) =>
    owner.postFiles(path, { ...texts, ...sent }, files);
  const refusals = [
    [await send({ logo: Buffer.from('<svg/>') }), 'The content is no PNG, JPEG, WebP or GIF.'],
    [await send({ cover: Buffer.alloc(300_000) }), 'The picture is too large: at most 256 KB are accepted.'],
    [await send({}, { logo_alt: 'x'.repeat(201) }), 'at most 200 characters'],
    [await send({ logo: smallPicture('png') }, { has_color: 'yes', color: 'red' }), 'Must be a colour'],
  ] as const;
  for (const [{ status, text }, message] of refusals) {
    assert.is(status, 422, text);
    assert.match(text, message);
  }
  assert.is(await lookOf(formId), undefined);
  const dropped = await owner.postFiles(path, { ...texts, _token: 'none' }, { logo: smallPicture('png') });
  assert.is(dropped.status, 403, 'a form of another page');
});

test('a member of another account sees no picture', async () => {
  const { formId, logo } = await picturedForm();
  const theirs = await service.newAccount();
  const stranger = await signIn(service, theirs.key);
  assert.is((await stranger.get(`/console/forms/${formId}/pictures/${logo}`)).status, 404);
  assert.is((await stranger.get(`/console/forms/${formId}/look`)).status, 404);
});

test.run();
