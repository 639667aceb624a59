import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('forms');
let service: TestService;

test.before(async () => {
  service = await startService({
    plans: { three: { api: true, published_forms: 3, submissions_per_month: 10 } },
  });
});
test.after(() => service.close());

test('a form is listed without its fields, and read with them', async () => {
  const { accountId, api } = await service.newAccount();
  const fields = [nameField, { label: 'Age', kind: 'number' }];
  const formId = await service.newForm(accountId, fields);
  await service.settled();
  const list = await api('GET', '/forms');
  assert.is(list.at('count'), 1);
  assert.equal(list.names('data.0').sort(), [
    'created_at',
    'id',
    'slug',
    'status',
    'submission_count',
    'title',
  ]);
  const one = await api('GET', `/forms?id=${formId}`);
  assert.is(one.status, 200);
  assert.equal(
    [one.at('id'), one.at('title'), one.at('slug'), one.at('status'), one.at('description')],
    [formId, 'A form', 'a-form', 'published', ''],
  );
  assert.is(one.at('submission_count'), 0);
  assert.match(String(one.at('created_at')), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal([one.at('fields.0.key'), one.at('fields.1.key')], ['name', 'age']);
  assert.equal([one.at('fields.0.position'), one.at('fields.1.position')], [0, 1]);
  assert.is(one.header('etag'), '"1"');
});

test('a title is one line with visible characters and without characters that reorder text', async () => {
  const { api } = await service.newAccount();
  const title = '\u202eCafe\u0301\r\nparty';
  const made = await api('POST', '/forms', { body: { title, description: 'a\r\nb\ufeff', fields: [] } });
  assert.equal([made.at('title'), made.at('description')], ['Caf\u00e9 party', 'a\nb']);
  const id = String(made.at('id'));
  for (const blank of ['\u200b', '\u202e\u00ad', '\u{e0041}', '\u3164']) {
    const body = { title: blank, fields: [{ label: ' ', kind: 'number' }] };
    for (const refused of [
      await api('POST', '/forms', { body }),
      await api('PATCH', '/forms', { body: { id, ...body } }),
    ]) {
      assert.is(refused.status, 400, refused.text);
      assert.is(refused.at('error.details.0.path'), '/title');
      assert.is(refused.at('error.details.1.path'), '/fields/0/label');
    }
  }
});

test('the language and the time zone of a form can be set and removed', async () => {
  const { api } = await service.newAccount();
  const settings = { language: 'de-ch', time_zone: 'Europe/Zurich' };
  const made = await api('POST', '/forms', { body: { title: 'A', fields: [], ...settings } });
  assert.equal([made.status, made.at('language'), made.at('time_zone')], [201, 'de-CH', 'Europe/Zurich']);
  const id = String(made.at('id'));
  const read = async (): Promise<unknown> => {
    await service.settled();
    const form = await api('GET', `/forms?id=${id}`);
    return [form.at('language'), form.at('time_zone')];
  };
  assert.equal(await read(), ['de-CH', 'Europe/Zurich']);
  const changed = await api('PATCH', '/forms', { body: { id, language: null, time_zone: 'UTC' } });
  assert.equal([changed.status, changed.at('language'), changed.at('time_zone')], [200, undefined, 'UTC']);
  assert.equal(await read(), [undefined, 'UTC']);
  const wrong = { language: 'german', time_zone: '+02:00', fields: [{ label: 'Q', kind: 'dropdown' }] };
  for (const refused of [
    await api('PATCH', '/forms', { body: { id, ...wrong } }),
    await api('POST', '/forms', { body: { title: 'A', ...wrong } }),
  ]) {
    assert.is(refused.status, 400);
    assert.equal(refused.at('error.details.0.path'), '/language');
    assert.equal(refused.at('error.details.1.path'), '/time_zone');
    assert.equal(refused.at('error.details.2.path'), '/fields/0/options');
  }
});

test('the version of a form counts its definitions, and a submission names the version that it was made with', async () => {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId, [nameField]);
  const versionOf = async (): Promise<unknown> => {
    await service.settled();
    return (await api('GET', `/forms?id=${formId}`)).at('version');
  };
  const submit = async (): Promise<unknown> => {
    const body = { form_id: formId, answers: { name: 'Ada' } };
    return (await api('POST', '/submissions', { body })).at('form_version');
  };
  assert.equal([await versionOf(), await submit()], [1, 1]);
  await api('PATCH', '/forms', { body: { id: formId, title: 'Another' } });
  assert.is(await versionOf(), 1);
  const more = { label: 'Tea?', kind: 'yes_no' };
  const changed = await api('PATCH', '/forms', { body: { id: formId, fields: [nameField, more] } });
  assert.equal([changed.at('version'), await versionOf()], [2, 2]);
  service.clock.aheadMs += 2_000;
  assert.is(await submit(), 2);
});

test('the response to a change is the whole form with its position and revision', async () => {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId);
  const changed = await api('PATCH', '/forms', {
    body: { id: formId, title: 'Another', description: 'More', status: 'closed' },
  });
  assert.is(changed.status, 200, changed.text);
  assert.equal(
    [changed.at('title'), changed.at('description'), changed.at('status'), changed.at('fields.0.key')],
    ['Another', 'More', 'closed', 'name'],
  );
  assert.type(changed.at('updated_at'), 'string');
  assert.is(changed.header('etag'), '"3"');
  const position = changed.header('x-log-position') ?? '';
  assert.match(position, /^\d+$/);
  const read = await api('GET', `/forms?id=${formId}`, { headers: { 'x-read-after': position } });
  assert.is(read.at('title'), 'Another');
  assert.is(read.header('etag'), '"3"');
});

test('If-Match allows a change only at that revision', async () => {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId);
  const patch = (title: string, etag: string) =>
    api('PATCH', '/forms', { body: { id: formId, title }, headers: { 'if-match': etag } });
  assert.is((await patch('a', '"0"')).at('error.code'), 'precondition_failed');
  assert.is((await patch('a', 'W/"1"')).status, 412);
  assert.is((await patch('a', '1')).at('error.code'), 'invalid_request');
  assert.is((await patch('a', '"0", "1"')).status, 200);
  assert.is((await patch('b', '"1"')).status, 412);
  assert.is((await patch('b', '*')).status, 200);
});

test('of two concurrent changes with the same If-Match, one succeeds', async () => {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      api('PATCH', '/forms', { body: { id: formId, title: `Title ${n}` }, headers: { 'if-match': '"1"' } }),
    ),
  );
  assert.equal(answers.map(({ status }) => status).sort(), [200, ...Array<number>(9).fill(412)]);
});

test('publishing a published form changes nothing, and forbidden transitions are refused', async () => {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId);
  const move = (status: string) => api('PATCH', '/forms', { body: { id: formId, status } });
  const again = await move('published');
  assert.is(again.status, 200);
  assert.is(again.header('etag'), '"1"');
  assert.is((await move('archived')).status, 200);
  const refused = await move('published');
  assert.is(refused.status, 409);
  assert.is(refused.at('error.code'), 'invalid_transition');
  assert.is(refused.at('error.message'), 'An archived form cannot be published.');
  assert.equal(refused.at('error.details'), { from: 'archived', to: 'published' });
  assert.is((await move('draft')).status, 200);
  assert.is((await move('published')).status, 200);
});

test('of 50 concurrent publications at a limit of 3, exactly 3 succeed', async () => {
  const { accountId, api } = await service.newAccount('business');
  const formIds = await Promise.all(
    Array.from({ length: 50 }, () => service.newForm(accountId, [nameField], 'draft')),
  );
  await service.admin('PATCH', `/accounts/${accountId}`, { body: { plan: 'three' } });
  const answers = await Promise.all(
    formIds.map((id) => api('PATCH', '/forms', { body: { id, status: 'published' } })),
  );
  await service.settled();
  assert.is(answers.filter(({ status }) => status === 200).length, 3);
  for (const answer of answers) {
    if (answer.status === 200) continue;
    assert.is(answer.status, 403);
    assert.is(answer.at('error.code'), 'plan_limit_reached');
    assert.equal(answer.at('error.details'), { limit: 3, current: 3 });
  }
  assert.is((await api('GET', '/forms?status=published')).at('count'), 3);
});

test('the list is filtered, limited and paged', async () => {
  const { accountId, api } = await service.newAccount();
  const made: string[] = [];
  for (let n = 0; n < 5; n++)
    made.unshift(await service.newForm(accountId, [nameField], n % 2 === 0 ? 'draft' : 'published'));
  await service.settled();
  const seen: unknown[] = [];
  let url: string | undefined = '/forms?limit=2';
  while (url !== undefined) {
    const page = await api('GET', url);
    assert.is(page.status, 200, page.text);
    seen.push(page.at('data.0.id'), page.at('data.1.id'));
    const link = /^<https:\/\/forms\.example\/api\/public\/v1([^>]+)>; rel="next"$/.exec(
      page.header('link') ?? '',
    );
    assert.is(page.at('has_more'), link !== null);
    url = link?.[1];
  }
  assert.equal(
    seen.filter((id) => id !== undefined),
    made,
  );
  assert.is((await api('GET', '/forms?status=draft')).at('count'), 3);
});

async function eventsOf(formId: string): Promise<number> {
  let events = 0;
  for await (const _ of service.log.readStream(`form-${formId}`)) events += 1;
  return events;
}

test('every fault of a request is named', async () => {
  const { accountId, api } = await service.newAccount();
  const id = await service.newForm(accountId);
  const before = await eventsOf(id);
  for (const [query, path, code] of [
    ['limit=0', '/limit', 'out_of_range'],
    ['limit=101', '/limit', 'out_of_range'],
    ['limit=ten', '/limit', 'invalid_type'],
    ['limit=', '/limit', 'invalid_type'],
    ['limit=1&limit=2', '/limit', 'invalid_type'],
    ['status=open', '/status', 'invalid_option'],
    ['page=2', '/page', 'unknown_field'],
    ['cursor=abc', '/cursor', 'invalid_format'],
  ] as const) {
    const answer = await api('GET', `/forms?${query}`);
    assert.is(answer.status, 400, query);
    assert.is(answer.at('error.code'), 'invalid_request');
    assert.equal([answer.at('error.details.0.path'), answer.at('error.details.0.code')], [path, code], query);
  }
  for (const [body, path, code] of [
    [{ title: 'x' }, '/id', 'required'],
    [{ id, title: '' }, '/title', 'too_short'],
    [{ id, title: '  ' }, '/title', 'invalid_format'],
    [{ id, title: 'x'.repeat(201) }, '/title', 'too_long'],
    [{ id, title: 5 }, '/title', 'invalid_type'],
    [{ id, description: 'x'.repeat(5_001) }, '/description', 'too_long'],
    [{ id, status: 'open' }, '/status', 'invalid_option'],
    [{ id, slug: 'Not a slug' }, '/slug', 'invalid_format'],
    [[], '', 'invalid_type'],
  ] as const) {
    const answer = await api('PATCH', '/forms', { body });
    assert.is(answer.status, 400, answer.text);
    assert.equal([answer.at('error.details.0.path'), answer.at('error.details.0.code')], [path, code]);
  }
  assert.is((await api('PATCH', '/forms', { body: { id } })).at('error.code'), 'invalid_request');
  assert.is((await api('PATCH', '/forms', { body: { id: 'none', title: 'x' } })).status, 404);
  assert.is(await eventsOf(id), before);
});

test('a chosen slug is refused if another form of the account has it', async () => {
  const { api } = await service.newAccount();
  const body = { title: 'Spring survey', slug: 'spring', fields: [] };
  const first = await api('POST', '/forms', { body });
  assert.equal([first.status, first.at('slug')], [201, 'spring'], first.text);
  const second = await api('POST', '/forms', { body });
  assert.equal([second.status, second.at('error.code')], [409, 'slug_taken']);
  const made = await api('POST', '/forms', { body: { title: 'Spring', fields: [] } });
  assert.is(made.at('slug'), 'spring-2');
  const id = String(made.at('id'));
  const taken = await api('PATCH', '/forms', { body: { id, slug: 'spring' } });
  assert.equal([taken.status, taken.at('error.code')], [409, 'slug_taken']);
  const changed = await api('PATCH', '/forms', { body: { id, slug: 'summer' } });
  assert.equal([changed.status, changed.at('slug')], [200, 'summer']);
});

test('choices with one label are reported when they are created and when they are changed', async () => {
  const { api } = await service.newAccount();
  const options = [
    { value: 'a', label: 'Tea' },
    { value: 'b', label: 'Tea' },
  ];
  const fields = [{ key: 'drink', label: 'Drink', kind: 'single_choice', options }];
  const request = { body: { title: 'F', fields }, headers: { 'idempotency-key': 'a form' } };
  const made = await api('POST', '/forms', request);
  assert.is(made.status, 201, made.text);
  for (const answer of [made, await api('POST', '/forms', request)]) {
    assert.is(answer.at('warnings.0.code'), 'choice_label_repeated', answer.text);
    assert.is(answer.at('warnings.0.field_id'), made.at('fields.0.id'));
  }
  const id = made.at('id');
  const renamed = await api('PATCH', '/forms', { body: { id, title: 'G' } });
  assert.equal([renamed.status, renamed.at('warnings')], [200, undefined]);
  const more = [...fields, { key: 'x', label: 'X', kind: 'short_text' }];
  const changed = await api('PATCH', '/forms', { body: { id, fields: more } });
  assert.is(changed.at('warnings.0.code'), 'choice_label_repeated', changed.text);
});

test('a form that was read can be sent back, and a guess about its fields is reported', async () => {
  const { api } = await service.newAccount();
  const fields = [
    { label: 'Имя', kind: 'short_text' },
    { label: 'Город', kind: 'short_text' },
  ];
  const made = await api('POST', '/forms', { body: { title: 'Анкета', fields } });
  const { id, fields: shown } = JSON.parse(made.text) as { id: string; fields: Record<string, unknown>[] };
  const [name, town] = shown;
  assert.equal([name?.['key'], town?.['key'], made.at('slug')], ['imya', 'gorod', 'anketa']);
  const same = await api('PATCH', '/forms', { body: { id, fields: [town, name] } });
  assert.equal([same.status, same.at('fields.1.id'), same.at('warnings')], [200, name?.['id'], undefined]);
  const swapped = await api('PATCH', '/forms', { body: { id, fields } });
  assert.equal([swapped.at('fields.0.id'), swapped.at('fields.1.id')], [name?.['id'], town?.['id']]);
  const guessed = await api('PATCH', '/forms', {
    body: { id, fields: [{ ...fields[0], label: 'Ф. И. О.' }, fields[1]] },
  });
  assert.equal(
    [guessed.at('fields.0.id'), guessed.at('warnings.0.code')],
    [name?.['id'], 'field_matched_by_place'],
  );
});

test.run();
