import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newMember } from '../../../support/people.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite("an owner's page of the account");
let service: TestService;
let accountId: string;
let keyId: string;
let other: string;
let owner: Visit;
let path: string;
test.before(async () => {
  service = await startService();
  ({ accountId, keyId } = await service.newAccount('pro'));
  other = (await service.newAccount('pro', 'The others')).accountId;
  path = `/console/accounts/${accountId}`;
  owner = await newMember(service, accountId, { email: 'olga@example.com', role: 'owner', name: 'Olga' });
  await service.settled();
});
test.after(() => service.close());

test('it shows the plan, its use, and what is left, and leads to all that is of the account', async () => {
  const { status, text } = await owner.get(path);
  assert.is(status, 200, text);
  for (const shown of [
    'Acme',
    '0 of 10,000',
    '10,000 left',
    'The month ends',
    `${path}/members`,
    '/console/you/notices',
    `${path}/export.zip`,
    'Payments by Stripe',
  ])
    assert.ok(text.includes(shown), shown);
  assert.not.match(text, 'Change the plan');
  assert.match(text, `<a href="${path}" aria-current="page">Account</a>`);
});

test('an owner changes the name, the language, the time zone and the sites', async () => {
  await owner.get(path);
  assert.is((await owner.post(`${path}/name`, { name: ' Acme <Research> ' })).location, path);
  await owner.post(`${path}/locale`, { language: 'de-AT', time_zone: 'Europe/Vienna' });
  const sites = 'https://a.example\r\n\r\n https://b.example ';
  await owner.post(`${path}/embedding`, { sites: 'listed', origins: sites });
  const { text } = await owner.get(path);
  for (const shown of ['Acme &lt;Research', 'de-AT', 'Europe/Vienna', 'https://a.example\nhttps://b.example'])
    assert.ok(text.includes(shown), shown);
  const embedding = () => service.admin('GET', `/accounts/${accountId}/embedding`);
  assert.equal((await embedding()).at('origins'), ['https://a.example', 'https://b.example']);
  await owner.post(`${path}/embedding`, { sites: 'all', origins: sites });
  assert.is((await embedding()).at('origins'), null);
  assert.match(
    (await service.admin('GET', `/accounts/${accountId}/history`)).text,
    'Olga renamed the account',
  );
});

test('what is refused stays in its form, with the reason beside it', async () => {
  await owner.get(path);
  const name = await owner.post(`${path}/name`, { name: ' ' });
  assert.is(name.status, 422);
  assert.match(name.text, 'id="name-problem"');
  const locale = await owner.post(`${path}/locale`, { language: 'de', time_zone: 'Mars/Olympus' });
  assert.is(locale.status, 422);
  assert.match(locale.text, 'value="Mars/Olympus"');
  const origins = 'https://a.example\nhttps://b.example/path\n</textarea><b>x</b>';
  const sites = await owner.post(`${path}/embedding`, { sites: 'listed', origins });
  assert.is(sites.status, 422);
  assert.match(sites.text, 'Site 2: Must be an origin');
  assert.match(sites.text, 'https://b.example/path\n&lt;/textarea');
});

test('an owner issues a key, which is shown once, and revokes it after a question', async () => {
  await owner.get(path);
  const fields = { name: 'My key', scopes: ['forms:read', 'account:write'], days: '30' };
  const issued = await owner.post(`${path}/keys`, fields);
  assert.is(issued.status, 201, issued.text);
  const [key = ''] = /flg_live_\w+/.exec(issued.text) ?? [];
  assert.is((await service.withKey(key)('GET', '/account')).status, 200);
  await service.settled();
  const listed = await owner.get(path);
  assert.match(listed.text, 'My key');
  assert.not.match(listed.text, key);
  const id = key.split('_')[2] ?? '';
  const asked = await owner.get(`/console/ask?action=/console/keys/${id}/revoke`);
  assert.match(asked.text, `<a href="${path}">No, go back</a>`);
  const revoked = await owner.post(`/console/keys/${id}/revoke`);
  assert.is(revoked.location, path, revoked.text);
});

test('an owner sets the secret of Stripe', async () => {
  await owner.get(path);
  const set = await owner.post(`${path}/stripe`, { signing_secret: `whsec_${'a1'.repeat(16)}` });
  assert.is(set.location, path, set.text);
  assert.match((await owner.get(path)).text, 'Replace the secret');
  assert.is((await owner.post(`${path}/stripe/remove`)).location, path);
});

const changes = ['name', 'plan', 'locale', 'embedding', 'keys', 'stripe', 'stripe/remove'] as const;
const fieldsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  name: { name: 'Taken' },
  plan: { plan: 'business' },
  locale: { language: 'fr', time_zone: '' },
  embedding: { sites: 'listed', origins: 'https://evil.example' },
  keys: { name: 'Evil', scopes: 'forms:read', days: '' },
  stripe: { signing_secret: `whsec_${'b2'.repeat(16)}` },
};

test('an owner changes no plan, and nothing of another account', async () => {
  await owner.get(path);
  assert.is((await owner.post(`${path}/plan`, { plan: 'business' })).status, 403);
  for (const page of ['', '/export.zip', '/members'])
    assert.is((await owner.get(`/console/accounts/${other}${page}`)).status, 404, page);
  await owner.get(path);
  for (const change of changes.filter((each) => each !== 'plan')) {
    const answer = await owner.post(`/console/accounts/${other}/${change}`, fieldsOf[change]);
    assert.is(answer.status, 404, `${change}: ${answer.text}`);
  }
  assert.is((await service.admin('GET', `/accounts/${other}`)).at('name'), 'The others');
});

for (const [role, mayEmbed] of [
  ['editor', true],
  ['viewer', false],
] as const)
  test(`the role ${role} sees and changes nothing of it${mayEmbed ? ' but the sites' : ''}`, async () => {
    const member = await newMember(service, accountId, { email: `${role}@example.com`, role });
    const { text } = await member.get('/console');
    assert.not.match(text, '>Account</a>');
    for (const page of ['', '/export.zip']) assert.is((await member.get(path + page)).status, 403, page);
    await member.get('/console');
    for (const change of changes) {
      const { status } = await member.post(`${path}/${change}`, fieldsOf[change]);
      assert.is(status, mayEmbed && change === 'embedding' ? 303 : 403, change);
    }
    assert.is((await member.post(`/console/keys/${keyId}/revoke`)).status, 403);
  });

test('the holder of a key sees what its scopes permit', async () => {
  const body = { name: 'owner without answers', scopes: ['account:write'] };
  const issued = await service.admin('POST', `/accounts/${accountId}/keys`, { body });
  const visit = await signIn(service, String(issued.at('key')));
  const { status, text } = await visit.get(path);
  assert.is(status, 200, text);
  assert.not.match(text, 'Payments by Stripe');
  assert.not.match(text, 'Sites that may show');
  assert.not.match(text, 'value="submissions:read"');
  assert.is((await visit.get(`${path}/export.zip`)).status, 403);
  const refused = await visit.post(`${path}/keys`, { name: 'More', scopes: 'submissions:read', days: '' });
  assert.is(refused.status, 403);
});

test.run();
