import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('partial submissions in the API');
let service: TestService;

test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

const fields = [
  nameField,
  { key: 'age', label: 'Age', kind: 'number' },
  { key: 'fee', label: 'Fee', kind: 'payment' },
  { key: 'campaign', label: 'Campaign', kind: 'hidden', default_value: 'spring' },
];

async function begun(answers: object = {}) {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId, fields);
  const made = await api('POST', '/submissions', { body: { form_id: formId, answers, is_complete: false } });
  assert.is(made.status, 201, made.text);
  const id = String(made.at('id'));
  const change = (body: object, headers: Readonly<Record<string, string>> = {}) =>
    api('PATCH', `/submissions/${id}`, { body, headers });
  return { accountId, api, formId, id, made, change };
}

/** The statuses of the submissions that a list has. */
const statusesOf = (list: { at(path: string): unknown }) =>
  (list.at('data') as readonly { status?: string }[]).map(({ status }) => status);

test('a submission is begun, saved, completed and corrected, and reads the same as it was answered', async () => {
  const { api, id, made, change } = await begun({ age: 36 });
  assert.equal([made.at('status'), made.at('is_complete'), made.at('answers.Age')], ['begun', false, 36]);
  const read = async () => {
    await service.settled();
    return api('GET', `/submissions/${id}`);
  };
  assert.is((await read()).text, made.text);
  assert.is((await read()).header('etag'), '"0"');

  const saved = await change({ answers: { Age: null } });
  assert.equal([saved.status, saved.at('status'), saved.at('answers.Age')], [200, 'saved', null]);
  assert.is((await read()).text, saved.text);

  const refused = await change({ is_complete: true });
  assert.equal([refused.status, refused.at('error.details.0.code')], [400, 'required']);

  const done = await change({ answers: { name: 'Ada' }, is_complete: true });
  assert.equal([done.status, done.at('status'), done.at('is_complete')], [200, 'complete', true]);
  assert.equal([done.at('created_at'), done.at('expires_at')], [made.at('created_at'), undefined]);
  assert.is((await read()).text, done.text);

  const late = await change({ answers: { name: 'Eva' } });
  assert.equal([late.status, late.at('error.code')], [409, 'conflict']);
  const correction = { reason: 'A typing error' };
  const corrected = await change({ answers: { name: 'Eva' }, correction });
  assert.equal(
    [corrected.status, corrected.at('corrections'), corrected.at('answers.Name')],
    [200, 1, 'Eva'],
  );
  assert.is((await read()).text, corrected.text);
  assert.is((await read()).header('etag'), corrected.header('etag'));
});

test('a submission that was created in one step is corrected as well, and has no status', async () => {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId, fields);
  const made = await api('POST', '/submissions', { body: { form_id: formId, answers: { name: 'Ada' } } });
  assert.is(made.at('status'), undefined);
  const change = (body: object) => api('PATCH', `/submissions/${String(made.at('id'))}`, { body });
  assert.is((await change({ answers: { name: 'Eva' } })).status, 409);
  const corrected = await change({ answers: { name: 'Eva' }, correction: {} });
  assert.equal([corrected.at('status'), corrected.at('answers.Name')], [undefined, 'Eva']);
  const broken = await change({ answers: { name: null }, correction: {} });
  assert.equal([broken.status, broken.at('error.details.0.code')], [400, 'required']);
});

test('an answer that is paid cannot be corrected', async () => {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId, fields);
  const fee = { amount: 500, currency: 'EUR' };
  const made = await api('POST', '/submissions', {
    body: { form_id: formId, answers: { name: 'Ada', fee } },
  });
  const path = `/submissions/${String(made.at('id'))}`;
  const payment = { id: 'pay_7', provider: 'bank', amount: 500, currency: 'EUR', field_key: 'fee' };
  assert.is((await api('POST', `${path}/payment`, { body: payment })).status, 200);
  const correct = (answers: object) => api('PATCH', path, { body: { answers, correction: {} } });
  const refused = await correct({ fee: { amount: 1, currency: 'EUR' } });
  assert.equal([refused.status, refused.at('error.details.0.field')], [400, 'fee']);
  const corrected = await correct({ name: 'Eva', fee });
  assert.equal([corrected.status, corrected.at('payment.id')], [200, 'pay_7']);
});

test('requests that make no sense are refused', async () => {
  const { change, id, api } = await begun();
  for (const body of [{}, { correction: {} }, { is_complete: false }, { answers: { name: 1 } }, { other: 1 }])
    assert.is((await change(body)).status, 400, JSON.stringify(body));
  assert.is((await change({ answers: {}, is_complete: true, correction: {} })).status, 400);
  const early = await change({ answers: { name: 'Ada' }, correction: {} });
  assert.equal([early.status, early.at('error.code')], [409, 'conflict']);
  const { api: other } = await service.newAccount();
  assert.is((await other('PATCH', `/submissions/${id}`, { body: { answers: {} } })).status, 404);
  assert.is((await api('PATCH', '/submissions/none', { body: { answers: {} } })).status, 404);
});

test('a change honours If-Match and Idempotency-Key', async () => {
  const { change } = await begun();
  const saved = await change({ answers: { age: 1 } }, { 'if-match': '"0"' });
  assert.is(saved.header('etag'), '"1"');
  const refused = await change({ answers: { age: 2 } }, { 'if-match': '"0"' });
  assert.equal([refused.status, refused.at('error.code')], [412, 'precondition_failed']);
  const key = { 'idempotency-key': 'complete' };
  const body = { answers: { name: 'Ada' }, is_complete: true };
  const [first, again] = [await change(body, key), await change(body, key)];
  assert.equal([first.status, again.status, again.text], [200, 200, first.text]);
  assert.is(again.header('idempotency-replayed'), 'true');
  assert.is((await change({ answers: { name: 'Eva' } }, key)).status, 422);
});

test('lists filter by status, and counts and exports leave out what is not complete', async () => {
  const { accountId, api, formId } = await begun();
  const start = async () => {
    const made = await api('POST', '/submissions', {
      body: { form_id: formId, answers: {}, is_complete: false },
    });
    return `/submissions/${String(made.at('id'))}`;
  };
  await api('PATCH', await start(), { body: { answers: { age: 1 } } });
  await api('PATCH', await start(), { body: { answers: { name: 'Ada' }, is_complete: true } });
  await api('POST', '/submissions', { body: { form_id: formId, answers: { name: 'Eva' } } });
  await service.settled();
  const list = async (query: string) =>
    statusesOf(await api('GET', `/submissions?form_id=${formId}${query}`));
  assert.equal((await list('')).map(String).sort(), ['begun', 'complete', 'saved', 'undefined']);
  assert.equal(await list('&status=begun'), ['begun']);
  assert.equal(await list('&status=saved'), ['saved']);
  assert.equal((await list('&status=complete')).map(String).sort(), ['complete', 'undefined']);
  assert.equal((await list('&is_complete=false')).map(String).sort(), ['begun', 'saved']);
  assert.equal(await list('&is_complete=true&status=saved'), []);
  assert.is((await api('GET', '/submissions?status=lost')).status, 400);
  const page = await api('GET', `/submissions?status=complete&limit=1`);
  const cursor = encodeURIComponent(String(page.at('next_cursor')));
  assert.is((await api('GET', `/submissions?limit=1&cursor=${cursor}`)).status, 400);
  assert.is((await api('GET', `/forms/${formId}`)).at('submission_count'), 2);
  const ofAccount = await service.admin('GET', `/accounts/${accountId}/submissions?status=saved`);
  assert.equal(statusesOf(ofAccount), ['saved']);
  const exported = async (query: string) =>
    (await service.admin('GET', `/forms/${formId}/exports/submissions${query}`)).text.trim().split('\n')
      .length;
  assert.equal([await exported(''), await exported('?with_incomplete=true')], [2, 4]);
});

test('the history shows the first answers and each change', async () => {
  const { id, change } = await begun({ age: 36 });
  await change({ answers: { age: 37 } });
  await change({ answers: { name: 'Ada' }, is_complete: true });
  await change({ answers: { name: 'Eva' }, correction: { reason: 'She said so' } });
  const history = await service.admin('GET', `/submissions/${id}/history`);
  assert.equal(
    (history.at('data') as readonly { type: string }[]).map(({ type }) => type),
    ['SubmissionStarted', 'SubmissionSaved', 'SubmissionCompleted', 'SubmissionCorrected'],
  );
  assert.is(history.at('data.0.data.answers.1.label'), 'Age');
  assert.is(history.at('data.3.data.reason'), 'She said so');
});

test('a form shows how many are completed, and where people stop', async () => {
  const { api, formId } = await begun({ age: 1 });
  const start = (answers: object, is_complete = false) =>
    api('POST', '/submissions', { body: { form_id: formId, answers, is_complete } });
  await start({});
  await start({ name: 'Ada' });
  const done = await start({ age: 2 });
  const path = `/submissions/${String(done.at('id'))}`;
  await api('PATCH', path, { body: { answers: { name: 'Ada' }, is_complete: true } });
  await start({ name: 'Eva' }, true);
  await service.settled();
  const read = () => service.admin('GET', `/forms/${formId}/completion`);
  const counts = await read();
  assert.equal(['begun', 'completed', 'open', 'expired', 'without_answers'].map(counts.at), [
    4,
    1,
    3,
    0,
    { open: 1, expired: 0 },
  ]);
  const stopped = (response: typeof counts) =>
    (response.at('stopped_after') as readonly { key?: string; open: number; expired: number }[]).map(
      ({ key, open, expired }) => [key, open, expired],
    );
  assert.equal(stopped(counts), [
    ['name', 1, 0],
    ['age', 1, 0],
    ['fee', 0, 0],
  ]);
  const body = { fields: [nameField] };
  assert.is((await service.admin('PATCH', `/forms/${formId}`, { body })).status, 200);
  await service.settled();
  assert.equal(stopped(await read()), [
    ['name', 1, 0],
    [undefined, 1, 0],
  ]);
  assert.is((await service.admin('GET', '/forms/none/completion')).status, 404);
});

test('a form says how it takes responses', async () => {
  const { accountId, api } = await service.newAccount();
  const body = { title: 'A', fields, responses: { saving: { expires_after_days: 7 } } };
  const made = await service.admin('POST', `/accounts/${accountId}/forms`, { body });
  assert.equal(made.at('responses'), {
    saving: { enabled: true, expires_after_days: 7, completable_hours_after_close: 0 },
    corrections: { by_respondent: false, for_days: 30 },
    thanks: { text: null, redirect_to: null, shows_answers: false },
  });
  const path = `/forms/${String(made.at('id'))}`;
  const responses = { corrections: { by_respondent: true }, saving: { completable_hours_after_close: 2 } };
  const changed = await service.admin('PATCH', path, { body: { responses } });
  assert.is(changed.at('responses.saving.expires_after_days'), 7);
  await service.settled();
  const read = await api('GET', path);
  assert.equal(read.at('responses'), changed.at('responses'));
  assert.equal(read.at('responses.corrections'), { by_respondent: true, for_days: 30 });
  for (const wrong of [
    { saving: { expires_after_days: 0 } },
    { saving: { expires_after_days: 366 } },
    { other: 1 },
  ])
    assert.is((await service.admin('PATCH', path, { body: { responses: wrong } })).status, 400);
});

test.run();
