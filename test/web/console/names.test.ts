import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { destinationOf, endedDelivery } from '../../support/ended-deliveries.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';
import { signIn, type Visit } from '../../support/web.ts';

const test = suite('names in the console');
let service: TestService;
let visit: Visit;
/** Ids by what they are of. */
let ids: Readonly<
  Record<'account' | 'form' | 'submission' | 'destination' | 'delivery' | 'recovery' | 'erased', string>
>;
test.before(async () => {
  service = await startService();
  visit = await signIn(service, service.operatorTokens[0] ?? '');
  const { accountId, api } = await service.newAccount();
  const form = await service.newForm(accountId, [nameField]);
  const send = async () =>
    String(
      (await api('POST', '/submissions', { body: { form_id: form, answers: { name: 'Ada' } } })).at('id'),
    );
  const [submission, erased] = [await send(), await send()];
  await service.admin('POST', `/submissions/${erased}/erase`);
  const destination = await destinationOf(service, accountId);
  await service.admin('PATCH', `/destinations/${destination}`, {
    body: { label: 'CRM hook', form_id: form },
  });
  const about = { accountId, destinationId: destination, formId: form, submissionId: submission };
  const history = await service.admin('GET', `/submissions/${submission}/history`);
  const eventId = String(history.at('data.0.id'));
  const delivery = await endedDelivery(service, { ...about, eventId, end: 'failed' });
  await service.settled();
  const begun = await service.admin('POST', `/accounts/${accountId}/recoveries`, {
    body: {
      destination_id: destination,
      since: '2020-01-01T00:00:00Z',
      form_id: form,
      kind: 'submission.created',
    },
  });
  assert.is(begun.status, 202, begun.text);
  await service.settled();
  ids = {
    account: accountId,
    form,
    submission,
    destination,
    delivery,
    recovery: String(begun.at('id')),
    erased,
  };
});
test.after(() => service.close());

const text = (html: string): string =>
  html
    .replace(/<(script|style|pre)[^]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const heading = (html: string): string => text(/<h1[^]*?<\/h1>/.exec(html)?.[0] ?? '').trim();

const headings = [
  ['submission', '/console/submissions/', 'Submission to “A form”'],
  ['delivery', '/console/deliveries/', 'Webhook to “CRM hook”'],
  ['destination', '/console/destinations/', 'CRM hook'],
  ['recovery', '/console/recoveries/', 'Recovery of webhooks to “CRM hook”'],
  ['erased', '/console/submissions/', 'Erased submission'],
] as const;

for (const [thing, path, expected] of headings)
  test(`the page of a thing is named by words: ${expected}`, async () => {
    const page = await visit.get(path + ids[thing]);
    assert.is(heading(page.text), expected, page.text.slice(0, 300));
    assert.match(page.text, `Copy ${ids[thing]}`, 'the id can be copied');
  });

test('pages call events, kinds and things by name', async () => {
  const paths = [
    `/console/submissions/${ids.submission}`,
    `/console/deliveries/${ids.delivery}`,
    `/console/destinations/${ids.destination}`,
    `/console/recoveries/${ids.recovery}`,
    `/console/history/submission/${ids.submission}`,
  ];
  for (const path of paths) {
    const page = await visit.get(path);
    const words = text(page.text);
    assert.not.match(words, /submission\.created|form\.published|short_text/, path);
    assert.match(words, /CRM hook/, path);
    const links = [
      ...page.text.matchAll(
        /<a href="\/console\/(?:destinations|forms|submissions)\/[^"?/]+"[^>]*>([^]*?)<\/a>/g,
      ),
    ];
    for (const [link, content = ''] of links)
      assert.not.match(text(content), /[0-9A-Za-z]{20}/, `${path}: ${link}`);
  }
});

test('the webhooks that a history names lead to their pages', async () => {
  const { text: html } = await visit.get(`/console/history/submission/${ids.submission}`);
  assert.match(html, `<a href="/console/deliveries/${ids.delivery}">A webhook</a>`);
});

test('a recovery says which webhooks it takes as its form does', async () => {
  const { text: html } = await visit.get(`/console/recoveries/${ids.recovery}`);
  assert.match(text(html), /Status of the webhooks failed, exhausted, skipped/);
  assert.match(text(html), /Event Submission created/);
});

test('a list of the webhooks of all accounts names the account of each', async () => {
  const rows = async (query: string) => {
    const { text: html } = await visit.get(`/console/deliveries${query}`);
    return /<tbody.*<\/tbody>/s.exec(html)?.[0] ?? '';
  };
  const link = `<a href="/console/accounts/${ids.account}">Acme</a>`;
  assert.match(await rows(''), link);
  const ofOne = await rows(`?account=${ids.account}`);
  assert.match(ofOne, 'CRM hook');
  assert.not.match(ofOne, link);
});

test('accounts to choose from are named before their ids', async () => {
  const { accountId } = await service.newAccount('free', 'Second');
  await service.settled();
  const { text: html } = await visit.get('/console/forms');
  const row = html.slice(
    html.indexOf(`/console/forms?account=${accountId}`),
    html.indexOf(`Copy ${accountId}`),
  );
  assert.match(text(row), /Second.* free .*…/);
});

test.run();
