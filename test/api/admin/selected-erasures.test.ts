import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eraseSubmissions } from '../../../commands/submission/erase-submissions.ts';
import { contextOf } from '../../commands/command-fixture.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('erasure of selected submissions');
let service: TestService;
test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

const fields = [nameField, { key: 'town', label: 'Town', kind: 'short_text' }];

/** A form with a submission for each name and town. */
async function formWith(answers: readonly (readonly [name: string, town?: string])[]) {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId, fields);
  const ids: string[] = [];
  for (const [name, town] of answers) {
    const body = { form_id: formId, answers: { name, ...(town !== undefined && { town }) } };
    ids.push(String((await api('POST', '/submissions', { body })).at('id')));
  }
  await service.settled();
  const path = `/forms/${formId}/erasures`;
  return {
    accountId,
    formId,
    api,
    ids,
    path,
    count: async (query = '') => (await service.admin('GET', `${path}?${query}`)).at('count'),
    names: async () => {
      await service.settled();
      const rows = await service.admin('GET', `/forms/${formId}/exports/submissions`);
      return [...rows.text.matchAll(/"key":"name"[^}]*?"value":"([^"]*)"/g)].map(([, name]) => name);
    },
  };
}

test('filters select the submissions that the list has, and others stay', async () => {
  const { accountId, formId, path, count, names } = await formWith([
    ['Ada', 'Ulm'],
    ['Bob', 'Bonn'],
    ['Adam', 'Ulm'],
  ]);
  assert.is(await count(), 3);
  assert.is(await count('search=ada'), 2);
  assert.is(await count('answer=name:%20ADA'), 1);
  assert.is(await count('answer=town:Ulm&search=adam'), 1);
  assert.is(await count('source=form'), 0);
  assert.is(await count('version=1&status=complete'), 3);
  assert.is(await count('status=incomplete'), 0);
  assert.is(await count('until=2020-01-01T00:00:00Z'), 0);
  const list = await service.admin(
    'GET',
    `/accounts/${accountId}/submissions?form_id=${formId}&answer=town:ulm`,
  );
  assert.is(list.at('count'), 2);
  const erased = await service.admin('POST', path, { body: { answer: 'town:Ulm' } });
  assert.equal([erased.status, erased.at('erased'), erased.at('is_done')], [200, 2, true]);
  assert.equal(await names(), ['Bob']);
});

test('a submission whose erasure has begun is not counted, and is passed over', async () => {
  const { ids, path, count } = await formWith([['Ada'], ['Bob'], ['Cyd']]);
  await service.admin('POST', `/submissions/${ids[0]}/erase`);
  assert.is(await count(), 2);
  assert.is(await count('search=ada'), 0);
  assert.is((await service.admin('POST', path, { body: {} })).at('erased'), 2);
  assert.is((await service.admin('POST', path, { body: {} })).at('erased'), 0);
  assert.is(await count(), 0);
});

/** The time of the question. What happens next is later. */
async function askAt(path: string): Promise<unknown> {
  const asked = (await service.admin('GET', path)).at('asked_at');
  // The clock has milliseconds.
  while (new Date().toISOString() <= String(asked)) await new Promise(setImmediate);
  return asked;
}

test('what arrives after the selection stays', async () => {
  const { formId, api, path, names } = await formWith([['Ada']]);
  const asked = await askAt(path);
  await api('POST', '/submissions', { body: { form_id: formId, answers: { name: 'Late' } } });
  await service.settled();
  const step = await service.admin('POST', path, { body: { asked_at: asked } });
  assert.equal([step.at('erased'), step.at('asked_at')], [1, asked]);
  assert.equal(await names(), ['Late']);
});

test('what is paid after the selection stays', async () => {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId, [nameField, { key: 'fee', label: 'Fee', kind: 'payment' }]);
  const due = { amount: 1250, currency: 'EUR' };
  const [paid] = [
    await api('POST', '/submissions', { body: { form_id: formId, answers: { name: 'Paid', fee: due } } }),
    await api('POST', '/submissions', { body: { form_id: formId, answers: { name: 'Open', fee: due } } }),
  ];
  await service.settled();
  const path = `/forms/${formId}/erasures`;
  const asked = await askAt(path);
  const payment = { id: 'pay-late', provider: 'bank', ...due, field_key: 'fee' };
  const body = { body: payment };
  assert.is((await service.admin('POST', `/submissions/${String(paid.at('id'))}/payment`, body)).status, 200);
  await service.settled();
  const step = await service.admin('POST', path, { body: { asked_at: asked } });
  assert.equal([step.at('erased'), step.at('is_done')], [1, true]);
  assert.is((await api('GET', `/submissions/${String(paid.at('id'))}`)).at('payment.id'), 'pay-late');
  const again = await service.admin('POST', path, { body: {} });
  assert.is(again.at('erased'), 1);
});

test('what changes after the selection stays, also while the read model is behind', async () => {
  const { accountId, formId, api, ids, path, names } = await formWith([['Ada'], ['Bob']]);
  const asked = await askAt(path);
  const { submissions } = service.deps.queries;
  const { oldestFirst } = submissions;
  const before = await oldestFirst(accountId, formId, { limit: 10 });
  const body = { answers: { name: 'Corrected' }, correction: { reason: 'A mistake' } };
  const corrected = await api('PATCH', `/submissions/${ids[0]}`, { body });
  assert.is(corrected.status, 200, corrected.text);
  submissions.oldestFirst = async () => before;
  try {
    const step = await service.admin('POST', path, { body: { asked_at: asked } });
    assert.equal([step.status, step.at('erased')], [200, 1]);
  } finally {
    submissions.oldestFirst = oldestFirst;
  }
  assert.equal(await names(), ['Corrected']);
});

test('of two erasures at once, only one counts a submission', async () => {
  const { formId, accountId, ids } = await formWith([['Ada'], ['Bob'], ['Cyd']]);
  const { log, aggregates, now } = service.deps;
  let reading = 0;
  let goOn = (): void => undefined;
  const bothRead = new Promise<void>((resolve) => (goOn = resolve));
  /** Lets no run go on before both read their submissions. */
  const gated = {
    ...log,
    async *readStream(...from: Parameters<typeof log.readStream>) {
      reading += 1;
      if (reading === 2 * ids.length) goOn();
      await bothRead;
      yield* log.readStream(...from);
    },
  };
  const erase = () =>
    eraseSubmissions(
      { aggregates, log: gated, now },
      { formId, submissionIds: ids, asked: now() },
      contextOf(accountId),
    );
  const both = await Promise.all([erase(), erase()]);
  assert.is(
    both.reduce((sum, { erased }) => sum + erased, 0),
    ids.length,
  );
});

test('the steps of an erasure go on where the step before ended', async () => {
  const { path, count, ids } = await formWith(Array.from({ length: 170 }, (_, n) => [`Name ${n}`]));
  const first = await service.admin('POST', path, { body: {} });
  assert.equal([first.at('erased'), first.at('is_done'), first.at('after_id')], [150, false, ids[149]]);
  const [asked_at, after_id, after_submitted_at] = ['asked_at', 'after_id', 'after_submitted_at'].map(
    (name) => first.at(name),
  );
  const next = await service.admin('POST', path, { body: { asked_at, after_id, after_submitted_at } });
  assert.equal([next.at('erased'), next.at('is_done')], [20, true]);
  assert.is(await count(), 0);
  const half = await service.admin('POST', path, { body: { after_id } });
  assert.equal([half.status, half.at('error.code')], [400, 'invalid_request']);
});

test('a whole answer is found in the list of one form, and says what it needs', async () => {
  const { formId, api } = await formWith([['Ada'], ['Adam']]);
  const found = await api('GET', `/submissions?form_id=${formId}&answer=name:ada`);
  assert.equal([found.at('count'), found.at('coverage.searched_back_to')], [1, null]);
  const anywhere = await api('GET', '/submissions?answer=name:ada');
  assert.equal([anywhere.status, anywhere.at('error.code')], [400, 'invalid_request']);
  assert.is((await api('GET', `/submissions?form_id=${formId}&answer=ada`)).status, 400);
  const rows = await service.admin('GET', `/forms/${formId}/exports/submissions?answer=name:ada&format=csv`);
  assert.is(rows.text.trim().split('\n').length, 2);
});

test.run();
