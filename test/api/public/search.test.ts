import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Client } from '../../support/injected-requests.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('search in answers');

let service: TestService;
let world: Awaited<ReturnType<typeof answeredForm>>;
test.before(async () => {
  service = await startService();
  world = await answeredForm();
});
test.after(() => service.close());

/** A form whose option has had two labels, and three answers to it; another form has one more. */
async function answeredForm() {
  const mine = await service.newAccount();
  const fields = (label: string) => [
    { key: 'name', label: 'Name', kind: 'short_text' },
    { key: 'phone', label: 'Phone', kind: 'phone' },
    { key: 'drink', label: 'Drink', kind: 'single_choice', options: [{ value: 'v1', label }] },
    { key: 'note', label: 'Note', kind: 'long_text' },
  ];
  const form = await service.newForm(mine.accountId, fields('Green tea'));
  const other = await service.newForm(mine.accountId, fields('Green tea'));
  const send = async (form_id: string, answers: object) => {
    const made = await mine.api('POST', '/submissions', { body: { form_id, answers } });
    assert.is(made.status, 201, made.text);
    return String(made.at('id'));
  };
  const emilie = await send(form, { name: 'Émilie du Châtelet', drink: 'v1' });
  const renamed = await service.admin('GET', `/forms/${form}`);
  const changed = (renamed.at('fields') as { key: string; options?: object[] }[]).map((field) =>
    field.key === 'drink' ? { ...field, options: [{ value: 'v1', label: 'Sencha' }] } : field,
  );
  assert.is((await service.admin('PATCH', `/forms/${form}`, { body: { fields: changed } })).status, 200);
  const ada = await send(form, { name: 'Ada Lovelace', phone: '+44 20 7946 0000', drink: 'v1' });
  const long = await send(form, {
    note: `${Array.from({ length: 30 }, (_, n) => `word${n}`).join(' ')} needle`,
  });
  const elsewhere = await send(other, { name: 'Ada elsewhere' });
  await service.settled();
  return { mine, form, ids: { emilie, ada, long, elsewhere } };
}

const nothingLeft = { searched_back_to: null, long_answers_back_to: null };

async function namesIn(api: Client, path: string): Promise<readonly string[]> {
  const page = await api('GET', path);
  assert.is(page.status, 200, page.text);
  assert.equal(page.at('coverage'), nothingLeft);
  const found = (page.at('data') as { readonly id: string }[]).map(({ id }) => id);
  const names = new Map(Object.entries(world.ids).map(([name, id]) => [id, name]));
  return found.map((id) => names.get(id) ?? id);
}

for (const [search, names] of [
  ['emilie', ['emilie']],
  ['CHÂT emil', ['emilie']],
  ['hatelet', []],
  ['green', ['emilie']],
  ['senc', ['ada']],
  ['sencha emilie', []],
  ['442079460000', ['ada']],
  ['needle', ['long']],
  ['ada', ['ada']],
  ['drink', []],
] as const)
  test(`“${search}” finds ${names.join(', ') || 'nothing'}, in lists and exports`, async () => {
    const { mine, form } = world;
    const sought = `search=${encodeURIComponent(search)}`;
    assert.equal(await namesIn(mine.api, `/submissions?form_id=${form}&${sought}`), names);
    const ofAccount = `/accounts/${mine.accountId}/submissions?form_id=${form}&${sought}`;
    assert.equal(await namesIn(service.admin, ofAccount), names);
    const file = await service.admin('GET', `/forms/${form}/exports/submissions?${sought}`);
    const ids: readonly string[] = names.map((name) => world.ids[name]);
    assert.equal(
      Object.values(world.ids).filter((id) => file.text.includes(id)),
      Object.values(world.ids).filter((id) => ids.includes(id)),
    );
  });

test('without a form, all forms of the account are searched, and no others', async () => {
  assert.equal(await namesIn(world.mine.api, '/submissions?search=ada'), ['elsewhere', 'ada']);
  const { api } = await service.newAccount();
  assert.equal(await namesIn(api, '/submissions?search=ada'), []);
  const theirs = await api('GET', `/submissions?search=ada&form_id=${world.form}`);
  assert.is(theirs.status, 404);
});

test('a search is combined with other filters, and its pages go on by a cursor', async () => {
  const { mine, form } = world;
  const list = `/submissions?form_id=${form}`;
  assert.equal(await namesIn(mine.api, `${list}&search=ada&status=begun`), []);
  assert.equal(await namesIn(mine.api, `${list}&search=ada&until=2020-01-01T00:00:00Z`), []);
  const [first, others] = [await mine.api('GET', `${list}&search=v1&limit=1`), 'search=e&limit=1'];
  assert.equal(first.at('count'), 0);
  const begin = await mine.api('GET', `/submissions?${others}`);
  assert.equal([begin.at('count'), begin.at('has_more')], [1, true]);
  const cursor = encodeURIComponent(String(begin.at('next_cursor')));
  assert.equal(await namesIn(mine.api, `/submissions?${others}&cursor=${cursor}`), ['emilie']);
  const wrong = await mine.api('GET', `/submissions?search=other&limit=1&cursor=${cursor}`);
  assert.equal([wrong.status, wrong.at('error.code')], [400, 'invalid_request']);
  const without = await mine.api('GET', list);
  assert.is(without.at('coverage'), undefined);
});

for (const [name, search, message] of [
  ['four kilobytes', 'x'.repeat(4_000), '200'],
  ['no letters and digits', '!?%00', 'no letter and no digit'],
  ['nothing', '', ''],
] as const)
  test(`a search for ${name} is refused`, async () => {
    const { mine, form } = world;
    for (const answer of [
      await mine.api('GET', `/submissions?form_id=${form}&search=${search}`),
      await service.admin('GET', `/forms/${form}/exports/submissions?search=${search}`),
    ]) {
      assert.equal([answer.status, answer.at('error.code')], [400, 'invalid_request'], answer.text);
      assert.match(answer.text, message);
    }
  });

for (const search of ['.*', 'a%00b', '%ED%A0%80', '(((', '^ada', 'a\\'])
  test(`a search for ${search} does no harm`, async () => {
    const answer = await world.mine.api(
      'GET',
      `/submissions?form_id=${world.form}&search=x${search}`.replaceAll('\\', '%5C'),
    );
    assert.ok([200, 400].includes(answer.status), answer.text);
    if (answer.status === 200) assert.equal(answer.at('data'), []);
  });

test.run();
