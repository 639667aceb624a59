import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readZip } from '../../../support/read-zip.ts';
import { nameField, startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('submissions in the console');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let operator: Visit;
let formId: string;
test.before(async () => {
  service = await startService();
  mine = await service.newAccount();
  const [token = '', auditorToken = ''] = service.operatorTokens;
  operator = await signIn(service, token);
  auditor = await signIn(service, auditorToken);
  formId = await service.newForm(mine.accountId, [nameField]);
});
let auditor: Visit;
test.after(() => service.close());

async function submit(name: string): Promise<string> {
  const made = await mine.api('POST', '/submissions', { body: { form_id: formId, answers: { name } } });
  await service.settled();
  return String(made.at('id'));
}

test('the list of a form shows the answers, newest first, a page at a time', async () => {
  for (let index = 0; index < 51; index++) await submit(`Person ${index}`);
  const first = await operator.get(`/console/submissions?account=${mine.accountId}&form=${formId}`);
  assert.match(first.text, 'Person 50');
  assert.not.match(first.text, 'Person 0<');
  const next = /href="([^"]+)" rel="next"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const second = await operator.get(next);
  assert.match(second.text, 'Person 0<');
});

test('pages of the largest submissions show every answer, and the beginning of each in the list', async () => {
  const fields = Array.from({ length: 500 }, (_, n) => ({
    key: `k${n}`,
    label: `Q${n}`,
    kind: 'long_text' as const,
  }));
  const large = await service.newForm(mine.accountId, fields);
  const answers = Object.fromEntries(fields.map(({ key }, n) => [key, `<${n}>${'ж'.repeat(900)}`]));
  const ids: string[] = [];
  for (let turn = 0; turn < 3; turn++)
    ids.push(
      String((await mine.api('POST', '/submissions', { body: { form_id: large, answers } })).at('id')),
    );
  await service.settled();
  const { status, text } = await operator.get(`/console/submissions/${ids[0]}`);
  assert.is(status, 200);
  for (const n of [0, 250, 499]) assert.match(text, `&lt;${n}>${'ж'.repeat(900)}`);
  const list = await operator.get(`/console/submissions?account=${mine.accountId}&form=${large}`);
  for (const id of ids) assert.match(list.text, id);
  assert.match(list.text, `&lt;5>${'ж'.repeat(77)}…`);
});

test('a time is shown as it was given, and in the time zone of the form', async () => {
  const form = await service.newForm(mine.accountId, [
    { key: 'when', label: 'When', kind: 'datetime' },
    { key: 'until', label: 'Until', kind: 'datetime' },
  ]);
  await mine.api('PATCH', '/forms', { body: { id: form, time_zone: 'America/New_York' } });
  const answers = { when: '2026-07-01T09:00:00Z', until: '2026-07-01T09:00:00-04:00' };
  const made = await mine.api('POST', '/submissions', { body: { form_id: form, answers } });
  assert.is(made.status, 201, made.text);
  await service.settled();
  const { text } = await operator.get(`/console/submissions/${String(made.at('id'))}`);
  assert.match(text, '2026-07-01 05:00 in America/New_York');
  assert.is(text.split(' in America/New_York').length, 2, 'the other has the clocks of the form already');
  assert.match(text, '<time datetime="2026-07-01T09:00:00-04:00" data-reader>');
});

test('a telephone number is shown as it was typed, and as E.164 where it is known', async () => {
  const form = await service.newForm(mine.accountId, [
    { key: 'home', label: 'Home', kind: 'phone' },
    { key: 'work', label: 'Work', kind: 'phone' },
  ]);
  await mine.api('PATCH', '/forms', { body: { id: form, language: 'de-AT' } });
  const answers = { home: '0664 1234567', work: '123 4567 8901 2345' };
  const made = await mine.api('POST', '/submissions', { body: { form_id: form, answers } });
  await service.settled();
  const { text } = await operator.get(`/console/submissions/${String(made.at('id'))}`);
  assert.match(text, /0664 1234567<\/span> <small>\+436641234567<\/small>/);
  assert.match(text, /123 4567 8901 2345<\/span>\s*<\/td>/);
});

test('answers are shown by their labels, in the list and on the page', async () => {
  const form = await service.newForm(mine.accountId, [
    { key: 'drink', label: 'Drink', kind: 'single_choice', options: [{ value: 'v1', label: 'Green tea' }] },
    { key: 'fee', label: 'Fee', kind: 'payment' },
    { key: 'name', label: 'Name', kind: 'full_name' },
  ]);
  const answers = {
    drink: 'v1',
    fee: { amount: 1250, currency: 'EUR' },
    name: { last_name: 'Lovelace', first_name: 'Ada' },
  };
  const made = await mine.api('POST', '/submissions', { body: { form_id: form, answers } });
  await service.settled();
  for (const path of [
    `/console/submissions/${String(made.at('id'))}`,
    `/console/submissions?account=${mine.accountId}&form=${form}`,
  ]) {
    const { text } = await operator.get(path);
    for (const shown of ['Green tea', '12.50 EUR', 'Ada Lovelace']) assert.match(text, shown, path);
    for (const stored of ['v1<', '1250', 'first_name']) assert.not.match(text, stored, path);
  }
});

test('answers are escaped', async () => {
  const id = await submit('<script>alert(1)</script>');
  assert.not.match((await operator.get(`/console/submissions/${id}`)).text, '<script>alert');
});

test('a download has every answer of the form', async () => {
  const id = await submit('Downloaded');
  for (const format of ['csv', 'xlsx', 'ndjson']) {
    const file = await operator.get(`/console/forms/${formId}/submissions.${format}?range=1h`);
    assert.is(file.status, 200);
    if (format !== 'xlsx') {
      assert.match(file.text, id);
      assert.match(file.text, 'Downloaded');
    }
    assert.is(
      file.header('content-disposition'),
      `attachment; filename="a-form.${format}"; filename*=UTF-8''A%20form.${format}`,
    );
  }
});

/** A form with answers from the API, an import and, after a change of its questions, its second version. */
async function variedForm() {
  const form = await service.newForm(mine.accountId, [
    { key: 'name', label: 'Name', kind: 'short_text' },
    { key: 'drink', label: 'Drink', kind: 'single_choice', options: [{ value: 'v1', label: 'Green tea' }] },
    { key: 'note', label: 'A statement', kind: 'statement' },
  ]);
  const send = async (answers: object) => {
    const made = await mine.api('POST', '/submissions', { body: { form_id: form, answers } });
    assert.is(made.status, 201, made.text);
    return String(made.at('id'));
  };
  const first = await send({ name: 'Émilie du Châtelet' });
  const imported = await service.admin('POST', `/forms/${form}/imports`, {
    body: { rows: [{ key: 'r1', answers: { name: 'Ada' }, submitted_at: '2026-01-15T12:00:00.000Z' }] },
  });
  const changed = await service.admin('GET', `/forms/${form}`);
  const fields = [...(changed.at('fields') as object[]), { key: 'more', label: 'More', kind: 'short_text' }];
  const patched = await service.admin('PATCH', `/forms/${form}`, { body: { fields } });
  assert.is(patched.status, 200, patched.text);
  const second = await send({ name: 'Grace', drink: 'v1', more: 'Straße' });
  await service.settled();
  return { form, ids: { first, old: String(imported.at('data.0.id')), second } };
}

test('the list and the download have the submissions that every filter permits', async () => {
  const { form, ids } = await variedForm();
  const expected: readonly (readonly [filter: string, names: readonly (keyof typeof ids)[]])[] = [
    ['', ['first', 'old', 'second']],
    ['source=api', ['first', 'second']],
    ['source=import', ['old']],
    ['source=form', []],
    ['version=1', ['first', 'old']],
    ['version=2', ['second']],
    ['version=3', []],
    ['from=2026-01-15&to=2026-01-15', ['old']],
    ['to=2026-01-14', []],
    ['search=emilie', ['first']],
    ['search=CHAT+emil', ['first']],
    ['search=green+strasse', ['second']],
    ['search=reen', []],
    ['search=grace&source=import', []],
    ['status=complete&search=ada', ['old']],
    ['status=saved', []],
  ];
  for (const [filter, names] of expected) {
    const list = await operator.get(`/console/submissions?account=${mine.accountId}&form=${form}&${filter}`);
    const [link = ''] = /\/console\/forms\/\w+\/submissions\.csv[^"]*/.exec(list.text) ?? [];
    const csv = await operator.get(link.replaceAll('&amp;', '&'));
    for (const [name, id] of Object.entries(ids)) {
      const isExpected = names.some((one) => one === name);
      assert.is(list.text.includes(`/console/submissions/${id}"`), isExpected, `${filter}: ${name}`);
      assert.is(csv.text.includes(id), isExpected, `${filter} in CSV: ${name}`);
    }
  }
  const impossible = await operator.get(`/console/submissions?account=${mine.accountId}&from=2026-02-30`);
  assert.is(impossible.status, 400);
});

test('the columns of a form are chosen, kept in the browser, and reset', async () => {
  const { form } = await variedForm();
  const list = `/console/submissions?account=${mine.accountId}&form=${form}`;
  const headings = async () =>
    [...(await operator.get(list)).text.matchAll(/<th scope="col"[^>]*>([^<]*)</g)].map(([, text]) => text);
  const usual = ['Saved or submitted', 'Status', 'Name', 'Drink', 'More', 'Corrected', 'Id'];
  assert.equal(await headings(), usual);
  const { text } = await operator.get(list);
  const drink = /name="show" value="([^"]*)"[^>]*\/?>\s*<span dir="auto">Drink/.exec(text)?.[1] ?? '';
  const chosen = await operator.post('/console/submissions/columns', {
    form,
    to: list,
    show: [drink, 'source'],
  });
  assert.equal([chosen.status, chosen.location], [303, list]);
  assert.equal(await headings(), ['Saved or submitted', 'Drink', 'Source']);
  await operator.post('/console/submissions/columns', { form, to: list, usual: 'on' });
  assert.equal(await headings(), usual);
  const elsewhere = await operator.post('/console/submissions/columns', {
    form,
    to: 'https://evil.example/',
  });
  assert.is(elsewhere.status, 400);
});

test('forms of one title are told apart', async () => {
  const account = await service.newAccount();
  const forms = [await service.newForm(account.accountId), await service.newForm(account.accountId)];
  await service.settled();
  const { text } = await operator.get(`/console/submissions?account=${account.accountId}`);
  for (const id of forms)
    assert.match(
      text,
      new RegExp(`<option value="${id}"[^>]*>A form \\(published, created .*…${id.slice(-6)}\\)`),
    );
});

test('a download has the time range of the list, and the options of its form', async () => {
  const list = await operator.get(`/console/submissions?account=${mine.accountId}&form=${formId}&range=24h`);
  for (const format of ['csv', 'xlsx', 'ndjson', 'zip'])
    assert.match(list.text, `submissions.${format}?range=24h`);
  const choice =
    'format=excel&display=values&split=parts&headings=both&delimiter=semicolon&time_zone=UTC&range=1h';
  const chosen = await operator.get(`/console/forms/${formId}/submissions?${choice}`);
  assert.is(chosen.status, 303);
  const file = await operator.get(chosen.header('location') ?? '');
  assert.equal([file.status, file.text.startsWith('\uFEFFid;submitted_at;')], [200, true]);
  assert.match(file.text, 'Name [name]');
  const workbook = await operator.get(
    `/console/forms/${formId}/submissions?${choice.replace('excel', 'xlsx')}`,
  );
  assert.is((await operator.get(workbook.header('location') ?? '')).status, 200);
});

test('a download with files is an archive', async () => {
  await submit('Archived');
  const { headers, rawPayload } = await service.app.inject({
    url: `/console/forms/${formId}/submissions.zip?range=1h`,
    headers: { cookie: [...operator.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  assert.is(headers['content-type'], 'application/zip');
  assert.match(readZip(rawPayload).get('submissions.csv') ?? '', 'Archived');
  const chosen = await operator.get(`/console/forms/${formId}/submissions?format=zip&display=values`);
  assert.match(chosen.header('location') ?? '', 'submissions.zip?display=values');
});

test('the page of a submission shows the answers to questions that the form no longer has', async () => {
  const drinks = {
    key: 'drink',
    label: 'Tea or <coffee>?',
    kind: 'single_choice',
    options: [{ value: 'tea', label: 'Green & white tea' }],
  };
  const fields = [nameField, drinks];
  const form = await service.newForm(mine.accountId, fields);
  const begun = await mine.api('POST', '/submissions', {
    body: { form_id: form, answers: { name: 'Ada', drink: 'tea' }, is_complete: false },
  });
  const id = String(begun.at('id'));
  await service.admin('PATCH', `/forms/${form}`, { body: { fields: [nameField] } });
  service.clock.aheadMs += 2_000;
  const completed = await mine.api('PATCH', `/submissions/${id}`, { body: { is_complete: true } });
  assert.is(completed.at('removed_fields.0.value'), 'tea', completed.text);
  await service.settled();
  const page = await operator.get(`/console/submissions/${id}`);
  const [, removed = ''] = page.text.split('Removed questions');
  assert.match(removed, 'Tea or &lt;coffee>?');
  assert.match(removed, 'Green &amp; white tea');
  const other = await submit('Whole');
  assert.not.match((await operator.get(`/console/submissions/${other}`)).text, 'Removed questions');
});

test('operators may erase a submission, auditors and API keys may not', async () => {
  const id = await submit('Forget me');
  const owner = await signIn(service, mine.key);
  assert.is((await auditor.post(`/console/submissions/${id}/erase`)).status, 403);
  assert.is((await owner.post(`/console/submissions/${id}/erase`)).status, 403);
  assert.not.match((await auditor.get(`/console/submissions/${id}`)).text, '>Erase<');
  assert.match((await operator.get(`/console/submissions/${id}`)).text, 'Erase');
  assert.is((await operator.post(`/console/submissions/${id}/erase`)).status, 303);
  const after = await operator.get(`/console/submissions/${id}`);
  assert.is(after.status, 410);
  assert.match(after.text, 'The submission is being erased.');
  assert.not.match(after.text, 'Forget me');
  assert.is(
    (await operator.post(`/console/submissions/${id}/erase`)).status,
    303,
    'a second time changes nothing',
  );
  const facts = await service.admin('GET', `/accounts/${mine.accountId}/audit`);
  assert.equal(facts.at('data.0.actor'), { kind: 'operator', id: 'test-operator' });
});

test('a submission of another account is answered as an unknown one', async () => {
  const id = await submit('Private');
  const stranger = await signIn(service, (await service.newAccount()).key);
  for (const path of [`/console/submissions/${id}`, `/console/forms/${formId}/submissions.csv`])
    assert.is((await stranger.get(path)).status, 404, path);
  const list = await stranger.get(`/console/submissions?account=${mine.accountId}&form=${formId}`);
  assert.not.match(list.text, 'Private');
});

test.run();
