import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('the accounts in the console');
let service: TestService;
let visit: Visit;
let ids: Readonly<Record<'bakery' | 'brewery', string>>;
test.before(async () => {
  service = await startService();
  const open = async (name: string) => (await service.newAccount('free', name)).accountId;
  ids = { bakery: await open('Bäckerei Söhne'), brewery: await open('Brauerei & Söhne') };
  await service.settled();
  visit = await signIn(service, service.operatorTokens[0] ?? '');
});
test.after(() => service.close());

const listed = async (search: string): Promise<string[]> => {
  const { status, text } = await visit.get(`/console/accounts?search=${encodeURIComponent(search)}`);
  assert.is(status, 200, text);
  return Object.entries(ids).flatMap(([name, id]) => (text.includes(`Copy ${id}`) ? [name] : []));
};

test('an account is found by a part of its name, whatever its capitals and accents, and by its id', async () => {
  assert.equal(await listed('söhne'), ['bakery', 'brewery']);
  assert.equal(await listed('SOHNE'), ['bakery', 'brewery']);
  assert.equal(await listed('BRAU'), ['brewery']);
  assert.equal(await listed(ids.bakery), ['bakery']);
  assert.equal(await listed(''), ['bakery', 'brewery']);
});

test('a search without a result leads back to all accounts', async () => {
  const { text } = await visit.get('/console/accounts?search=Metzgerei');
  assert.match(text, 'No account has this in its name, or as its id.');
  assert.match(text, '<a href="/console/accounts">Show all accounts</a>');
});

test.run();
