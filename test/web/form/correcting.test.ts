import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { publicBase } from '../../support/injected-requests.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openVisit, type PageAnswer, signIn, type Visit } from '../../support/web.ts';

const test = suite('corrections by the people who sent a form');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({ http: { minFormMs: 0 } });
  mine = await service.newAccount();
});
test.before.each(() => void (service.clock.aheadMs += 61_000));
test.after(() => service.close());

const fields = [
  { key: 'name', label: 'Your name', kind: 'short_text', required: true },
  { key: 'age', label: 'Your age', kind: 'number' },
];
const tokenOf = ({ text }: PageAnswer): string => /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';
const linkIn = ({ text }: PageAnswer): string =>
  /href="(\/f\/[^"]+\/correct\?link=[\w-]+)"/.exec(text)?.[1] ?? '';

async function newForm(corrections: object = { by_respondent: true, for_days: 2 }): Promise<string> {
  const formId = await service.newForm(mine.accountId, fields);
  await service.admin('PATCH', `/forms/${formId}`, { body: { responses: { corrections } } });
  service.clock.aheadMs += 2_000;
  return formId;
}

/** Sends a form, and returns the link of the page that thanks for it. */
async function send(formId: string, visit: Visit = openVisit(service)): Promise<string> {
  const formToken = tokenOf(await visit.get(`/f/${formId}`));
  const sent = await visit.post(`/f/${formId}`, { formToken, name: 'Ida', age: '36' });
  assert.is(sent.location, `/f/${formId}/thanks`, sent.text);
  return linkIn(await visit.get(`/f/${formId}/thanks`));
}

async function correct(formId: string, link: string, answers: Readonly<Record<string, string>>) {
  const formToken = new URL(link, 'https://forms.example').searchParams.get('link') ?? '';
  return openVisit(service).post(`/f/${formId}/correct`, { formToken, ...answers });
}

async function readIn(formId: string) {
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  const list = await mine.api('GET', `/submissions?form_id=${formId}`);
  return mine.api('GET', `/submissions?id=${String(list.at('data.0.id'))}`);
}

test('the page that thanks has a link that corrects the answers, as often as needed', async () => {
  const formId = await newForm();
  const link = await send(formId);
  const page = await openVisit(service).get(link);
  assert.match(page.text, 'value="Ida"');
  assert.match(page.text, 'You are changing answers that you have sent.');
  assert.not.match(page.text, '/save"');
  for (const name of ['Ada', 'Ada L.']) {
    const corrected = await correct(formId, link, { name, age: '36' });
    assert.match(corrected.location ?? '', `/f/${formId}/corrected?link=`, corrected.text);
    assert.match(
      (await openVisit(service).get(corrected.location ?? '')).text,
      'Your answers have been changed.',
    );
  }
  assert.match((await openVisit(service).get(link)).text, 'They were last changed on');
  const read = await readIn(formId);
  assert.equal([read.at('answers'), read.at('corrections')], [{ 'Your name': 'Ada L.', 'Your age': 36 }, 2]);
});

test('the address of the page that thanks shows no link to others', async () => {
  const formId = await newForm();
  assert.is.not(await send(formId), '');
  assert.is(linkIn(await openVisit(service).get(`/f/${formId}/thanks`)), '');
});

test('answers are checked as in a whole form, and come back with their problems', async () => {
  const formId = await newForm();
  const link = await send(formId);
  for (const age of ['36', 'old']) {
    const refused = await correct(formId, link, { name: '', age });
    assert.is(refused.status, 422);
    assert.match(refused.text, 'id="f-name-problem"');
    assert.is(
      (await correct(formId, linkTo(formId, tokenOf(refused)), { name: 'Ada', age: '' })).status,
      303,
    );
  }
});
const linkTo = (formId: string, token: string): string => `/f/${formId}/correct?link=${token}`;

test('a form that does not let people correct shows no link', async () => {
  const formId = await service.newForm(mine.accountId, fields);
  assert.is(await send(formId), '');
});

test('a link is void after the days of the form, and when the setting is switched off', async () => {
  const formId = await newForm();
  const link = await send(formId);
  const status = async () => (await openVisit(service).get(link)).status;
  assert.is(await status(), 200);
  const switchTo = async (by_respondent: boolean) => {
    await service.admin('PATCH', `/forms/${formId}`, {
      body: { responses: { corrections: { by_respondent } } },
    });
    service.clock.aheadMs += 2_000;
  };
  await switchTo(false);
  assert.is(await status(), 410);
  assert.is((await correct(formId, link, { name: 'Ada', age: '' })).status, 410);
  await switchTo(true);
  assert.is(await status(), 200);
  service.clock.aheadMs += 2 * 86_400_000;
  assert.is(await status(), 410);
});

test('links that were made before they were revoked are void', async () => {
  const formId = await newForm();
  const visit = openVisit(service);
  const link = await send(formId, visit);
  const id = String((await readIn(formId)).at('id'));
  service.clock.aheadMs += 10;
  const operator = await signIn(service, service.operatorTokens[0] ?? '');
  await operator.get(`/console/submissions/${id}`);
  const revoked = await operator.post(`/console/submissions/${id}/revoke-links`);
  assert.is(revoked.location, `/console/submissions/${id}`, revoked.text);
  assert.is((await openVisit(service).get(link)).status, 410);
  assert.is((await correct(formId, link, { name: 'Ada', age: '' })).status, 410);
  assert.match((await operator.get(`/console/history/submission/${id}`)).text, 'SubmissionLinksRevoked');
  const stranger = await signIn(service, (await service.newAccount()).key);
  assert.is((await stranger.post(`/console/submissions/${id}/revoke-links`)).status, 404);
});

test('an account revokes links over the API, with the scope to change submissions', async () => {
  const formId = await newForm();
  const link = await send(formId);
  const id = String((await readIn(formId)).at('id'));
  const path = `/submissions/${id}/revoke-links`;
  const reader = await service.admin('POST', `/accounts/${mine.accountId}/keys`, {
    body: { name: 'reader', scopes: ['submissions:read'] },
  });
  const forbidden = await service.inject({
    method: 'POST',
    url: `${publicBase}${path}`,
    headers: { 'x-api-key': String(reader.at('key')) },
  });
  assert.is(forbidden.status, 403, forbidden.text);
  assert.is((await openVisit(service).get(link)).status, 200);
  const headers = { 'idempotency-key': 'revoke once' };
  const revoked = await mine.api('POST', path, { headers });
  assert.equal([revoked.status, revoked.at('id')], [200, id], revoked.text);
  assert.type(revoked.at('links_revoked_at'), 'string');
  assert.is((await openVisit(service).get(link)).status, 410);
  service.clock.aheadMs += 1_000;
  assert.is((await mine.api('POST', path, { headers })).text, revoked.text, 'a repeated request');
  const later = await service.admin('POST', path);
  assert.ok(String(later.at('links_revoked_at')) > String(revoked.at('links_revoked_at')), later.text);
});

test('a submission that is not complete has no links to revoke', async () => {
  const formId = await newForm();
  const begun = await mine.api('POST', '/submissions', {
    body: { form_id: formId, is_complete: false, answers: {} },
  });
  const revoked = await mine.api('POST', `/submissions/${String(begun.at('id'))}/revoke-links`);
  assert.equal([revoked.status, revoked.at('links_revoked_at')], [200, null], revoked.text);
});

test('a link is void for another form, with the token of another purpose, and after the erasure', async () => {
  const [formId, other] = [await newForm(), await newForm()];
  const visit = openVisit(service);
  const link = await send(formId, visit);
  const token = new URL(link, 'https://forms.example').searchParams.get('link') ?? '';
  const statusOf = async (address: string) => (await openVisit(service).get(address)).status;
  assert.is(await statusOf(linkTo(other, token)), 410);
  assert.is(await statusOf(linkTo(formId, tokenOf(await visit.get(`/f/${formId}`)))), 410);
  assert.is(await statusOf(linkTo(formId, visit.cookies.get(`formlog_sent_${formId}`) ?? '')), 410);
  const id = String((await readIn(formId)).at('id'));
  assert.is((await service.admin('POST', `/submissions/${id}/erase`)).status, 200);
  assert.is(await statusOf(link), 410);
});

test.run();
