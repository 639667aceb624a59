import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nameField, startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('acts on chosen submissions in the console');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let operator: Visit;
let auditor: Visit;
test.before(async () => {
  service = await startService();
  mine = await service.newAccount();
  const [token = '', auditorToken = ''] = service.operatorTokens;
  operator = await signIn(service, token);
  auditor = await signIn(service, auditorToken);
});
test.after(() => service.close());

async function submit(formId: string, name: string, { api } = mine): Promise<string> {
  const body = { form_id: formId, answers: { name } };
  const made = await api('POST', '/submissions', { body });
  assert.is(made.status, 201, made.text);
  return String(made.at('id'));
}

/** A form with submissions of the given names. */
async function formWith(names: readonly string[], of = mine) {
  const formId = await service.newForm(of.accountId, [nameField]);
  const ids: string[] = [];
  for (const name of names) ids.push(await submit(formId, name, of));
  await service.settled();
  const list = `/console/submissions?account=${of.accountId}&form=${formId}`;
  return { formId, ids, list, erase: `/console/forms/${formId}/submissions/erase` };
}

/** The fields of the form on a page that sends to an address. */
function fieldsOf(text: string, action: string): Record<string, string | string[]> {
  const form = new RegExp(`<form method="post" action="${action}"(.*?)</form>`, 's').exec(text)?.[1];
  assert.ok(form !== undefined, `no form for ${action}: ${text}`);
  const fields: Record<string, string[]> = {};
  for (const [, name = '', value = ''] of form.matchAll(/name="(\w+)" value="([^"]*)"/g))
    if (name !== '_token') (fields[name] ??= []).push(value.replaceAll('&amp;', '&'));
  return Object.fromEntries(
    Object.entries(fields).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

/** Presses the button of each page until the list is shown again. @returns what it says then, and the requests that it took */
async function eraseAll(erase: string, question: string): Promise<{ text: string; steps: number }> {
  let text = question;
  for (let steps = 1; steps < 50; steps++) {
    const step = await operator.post(erase, fieldsOf(text, erase));
    if (step.status === 303) return { text: (await operator.get(step.location ?? '')).text, steps };
    assert.is(step.status, 200, step.text.replace(/[^]*<main/, ''));
    text = step.text;
  }
  throw new Error('the erasure did not end');
}

const namesIn = async (list: string): Promise<string[]> =>
  [...(await operator.get(list)).text.matchAll(/<span class="short" dir="auto">([^<]*)/g)].map(
    ([, name = '']) => name,
  );

test('filters that can match nothing erase nothing', async () => {
  const { erase, list } = await formWith(['Ada']);
  for (const filter of ['search=%3F%3F%3F', 'answer=Ada', 'value=x', 'question=nosuch-1&answer=Ada']) {
    assert.match((await operator.get(`${erase}?${filter}`)).text, 'No submission matches.', filter);
    assert.not.match((await operator.get(`${list}&${filter}`)).text, '>Ada<', filter);
  }
});

test('the question does not count submissions whose erasure has begun', async () => {
  const { ids, erase } = await formWith(['Ada', 'Bob', 'Cyd']);
  await service.admin('POST', `/submissions/${ids[0]}/erase`);
  for (const filter of ['', 'status=complete', 'search=a%20'])
    assert.not.match((await operator.get(`${erase}?${filter}`)).text, '<strong>3</strong>', filter);
  assert.match((await operator.get(erase)).text, '<strong>2</strong>');
});

test('chosen rows are named, and erased after the question', async () => {
  const { ids, list, erase } = await formWith(['Ada', 'Bob', 'Cyd']);
  const question = await operator.get(`${erase}?chosen=yes&id=${ids[0]}&id=${ids[2]}`);
  assert.match(question.text, /<strong>2<\/strong>\s*<span>submissions to “A form” will be erased/);
  assert.match(question.text, 'Ada');
  assert.match(question.text, 'Cyd');
  assert.not.match(question.text, 'Bob');
  assert.is((await namesIn(list)).length, 3, 'the question erases nothing');
  const { text } = await eraseAll(erase, question.text);
  assert.match(text, '2 submissions are being erased.');
  assert.equal(await namesIn(list), ['Bob']);
  assert.is((await operator.get(`/console/submissions/${ids[0]}`)).status, 410);
});

test('without a chosen row nothing is selected', async () => {
  const { list, erase, formId } = await formWith(['Ada']);
  assert.is((await operator.get(`${erase}?chosen=yes`)).status, 400);
  assert.is((await operator.get(`/console/forms/${formId}/submissions/chosen?format=csv`)).status, 400);
  assert.equal(await namesIn(list), ['Ada']);
});

test('all that match the filters are erased, in several requests, and no others', async () => {
  const names = Array.from({ length: 221 }, (_, n) => `${n % 17 === 0 ? 'Keep' : 'Drop'} ${n}`);
  const { list, erase } = await formWith(names);
  const { text: listed } = await operator.get(`${list}&search=drop`);
  assert.match(listed, `href="${erase}?search=drop"`);
  const { text: question } = await operator.get(`${erase}?search=drop`);
  assert.match(question, '<strong>208</strong>');
  assert.match(question, 'Words of answers: “drop”');
  assert.match(question, 'Drop 1');
  const { text, steps } = await eraseAll(erase, question);
  assert.ok(steps > 1, String(steps));
  assert.match(text, '208 submissions are being erased.');
  assert.equal((await namesIn(list)).sort(), names.filter((name) => name.startsWith('Keep')).sort());
});

test('what arrives after the question is not erased', async () => {
  const { formId, list, erase } = await formWith(['Ada', 'Bob']);
  const { text: question } = await operator.get(erase);
  assert.match(question, 'These are all submissions of the form');
  await submit(formId, 'Late');
  // Imported with an earlier time of submission.
  const row = { key: 'late', answers: { name: 'Imported' }, submitted_at: '2020-01-01T00:00:00.000Z' };
  const imported = await service.admin('POST', `/forms/${formId}/imports`, { body: { rows: [row] } });
  assert.ok(imported.status < 300, imported.text);
  await service.settled();
  const { text } = await eraseAll(erase, question);
  assert.match(text, '2 submissions are being erased.');
  assert.equal((await namesIn(list)).sort(), ['Imported', 'Late']);
});

test('a request that is repeated, as after a kill, erases nothing twice and nothing else', async () => {
  const account = await service.newAccount();
  const { formId, ids, list, erase } = await formWith(['Ada', 'Bob'], account);
  const { text: question } = await operator.get(erase);
  const fields = fieldsOf(question, erase);
  assert.is((await operator.post(erase, fields)).status, 303);
  await submit(formId, 'Late', account);
  await service.settled();
  const again = await operator.post(erase, fields);
  assert.is(again.status, 303);
  assert.match((await operator.get(again.location ?? '')).text, '0 submissions are being erased.');
  assert.equal(await namesIn(list), ['Late']);
  const facts = await service.admin('GET', `/accounts/${account.accountId}/audit?limit=100`);
  for (const id of ids) {
    const erasures = facts.text.split('"type":"SubmissionErased"').filter((fact) => fact.includes(id));
    assert.is(erasures.length, 1);
  }
});

test('ids of another form or account are left out', async () => {
  const { list, erase } = await formWith(['Ada']);
  const other = await formWith(['Other form']);
  const { text } = await operator.get(`${erase}?id=${other.ids[0]}`);
  assert.match(text, 'No submission matches.');
  const asked = new Date().toISOString();
  const step = await operator.post(erase, { id: other.ids[0] ?? '', asked, total: '1', erased: '0' });
  assert.is(step.status, 303);
  assert.equal(await namesIn(other.list), ['Other form']);
  assert.equal(await namesIn(list), ['Ada']);
});

test('only those who may erase a submission may erase several', async () => {
  const { ids, list, erase } = await formWith(['Ada']);
  const owner = await signIn(service, mine.key);
  for (const visit of [auditor, owner]) {
    const { text } = await visit.get(list);
    assert.match(text, 'Download chosen');
    assert.not.match(text, 'Erase');
    assert.is((await visit.get(`${erase}?id=${ids[0]}`)).status, 403);
    const body = { id: ids[0] ?? '', asked: new Date().toISOString(), total: '1', erased: '0' };
    assert.is((await visit.post(erase, body)).status, 403);
  }
  assert.equal(await namesIn(list), ['Ada']);
});

test('chosen rows are downloaded, in each format', async () => {
  const { formId, ids, list } = await formWith(['Ada', 'Bob', 'Cyd']);
  const owner = await signIn(service, mine.key);
  for (const id of ids) assert.match((await owner.get(list)).text, `name="id" value="${id}"`);
  const chosen = `/console/forms/${formId}/submissions/chosen?chosen=yes&id=${ids[2]}&id=${ids[0]}`;
  for (const format of ['csv', 'ndjson']) {
    const { status, text } = await owner.get(`${chosen}&format=${format}`);
    assert.is(status, 200, text);
    assert.match(text, /Ada[^]*Cyd/);
    assert.not.match(text, 'Bob');
  }
  for (const format of ['xlsx', 'zip'])
    assert.is((await owner.get(`${chosen}&format=${format}`)).status, 200, format);
});

test.run();
