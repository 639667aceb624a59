import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('partial and corrected submissions in the console');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let operator: Visit;
let formId: string;
test.before(async () => {
  service = await startService();
  mine = await service.newAccount();
  operator = await signIn(service, service.operatorTokens[0] ?? '');
  formId = await service.newForm(mine.accountId, [
    { key: 'name', label: 'Name', kind: 'short_text', required: true },
    { key: 'age', label: 'Age', kind: 'number' },
  ]);
});
test.after(() => service.close());

async function submit(answers: object, settings: object = {}): Promise<string> {
  const made = await mine.api('POST', '/submissions', { body: { form_id: formId, answers, ...settings } });
  assert.is(made.status, 201, made.text);
  await service.settled();
  return String(made.at('id'));
}

const revisionIn = (text: string): string =>
  /name="submissionRevision" value="(\d+)"/.exec(text)?.[1] ?? 'none';

async function openCorrection(id: string, visit = operator) {
  const page = await visit.get(`/console/submissions/${id}/correct`);
  const submissionRevision = revisionIn(page.text);
  return {
    page,
    send: (fields: Readonly<Record<string, string>>) =>
      visit.post(`/console/submissions/${id}/correct`, {
        correctionReason: '',
        submissionRevision,
        ...fields,
      }),
  };
}

test('an owner corrects answers with a reason, and the history has both', async () => {
  const id = await submit({ name: 'Ida', age: 36 });
  const { page, send } = await openCorrection(id);
  assert.match(page.text, 'value="Ida"');
  const sent = await send({ name: 'Ada', age: '36', correctionReason: 'A typing mistake' });
  assert.is(sent.location, `/console/submissions/${id}`, sent.text);
  const shown = await operator.get(`/console/submissions/${id}`);
  assert.match(shown.text, 'The submission is corrected.');
  assert.match(shown.text, 'Ada');
  assert.match(shown.text, 'Corrected');
  assert.match((await operator.get(`/console/history/submission/${id}`)).text, 'SubmissionCorrected');
  const read = await mine.api('GET', `/submissions?id=${id}`);
  assert.equal([read.at('answers'), read.at('corrections')], [{ Name: 'Ada', Age: 36 }, 1]);
});

test('problems are beside their answers, and nothing is corrected', async () => {
  const id = await submit({ name: 'Ada' });
  const { send } = await openCorrection(id);
  for (const fields of [
    { name: '', age: '' },
    { name: '', age: 'old' },
  ]) {
    const refused = await send({ ...fields, correctionReason: 'Why' });
    assert.is(refused.status, 422);
    assert.match(refused.text, 'id="f-name-problem"');
    assert.match(refused.text, 'value="Why"');
  }
  assert.is((await mine.api('GET', `/submissions?id=${id}`)).at('corrections'), undefined);
});

test('a correction that changes nothing says so', async () => {
  const id = await submit({ name: 'Ada' });
  const { send } = await openCorrection(id);
  await send({ name: 'Ada', age: '' });
  assert.match((await operator.get(`/console/submissions/${id}`)).text, 'No answer has changed.');
});

test('a correction does not overwrite one that came first', async () => {
  const id = await submit({ name: 'Ida' });
  const [first, second] = [await openCorrection(id), await openCorrection(id)];
  assert.is((await first.send({ name: 'Ada', age: '' })).status, 303);
  const refused = await second.send({ name: 'Eda', age: '' });
  assert.is(refused.status, 422);
  assert.match(refused.text, 'has changed since you opened it');
});

test('only complete submissions can be corrected, and only with the scope and in the own account', async () => {
  const begun = await submit({}, { is_complete: false });
  assert.is((await openCorrection(begun)).page.status, 409);
  const id = await submit({ name: 'Ada' });
  const other = await signIn(service, (await service.newAccount()).key);
  assert.is((await openCorrection(id, other)).page.status, 404);
  const auditor = await signIn(service, service.operatorTokens[1] ?? '');
  const { send } = await openCorrection(id, auditor);
  assert.is((await send({ name: 'Eda', age: '' })).status, 403);
  assert.not.match((await auditor.get(`/console/submissions/${id}`)).text, '/correct"');
});

test('the list shows how far submissions are, and filters by it', async () => {
  const [begun, complete] = [await submit({}, { is_complete: false }), await submit({ name: 'Ada' })];
  const saved = await submit({}, { is_complete: false });
  await mine.api('PATCH', `/submissions/${saved}`, { body: { answers: { name: 'Grace' } } });
  await service.settled();
  const found = async (query: string) => {
    const { text } = await operator.get(`/console/submissions?account=${mine.accountId}${query}`);
    return [begun, saved, complete].map((id) => text.includes(id));
  };
  for (const of of ['', `&form=${formId}`]) {
    assert.equal(await found(of), [true, true, true]);
    assert.equal(await found(`${of}&status=begun`), [true, false, false]);
    assert.equal(await found(`${of}&status=saved`), [false, true, false]);
    assert.equal(await found(`${of}&status=complete`), [false, false, true]);
  }
  assert.match((await operator.get(`/console/submissions/${saved}`)).text, 'Is erased, unless');
});

test('the settings of saving and corrections are changed, and wrong ones are named', async () => {
  const path = `/console/forms/${formId}/responses`;
  const page = await operator.get(path);
  assert.match(page.text, /name="saves" value="yes" checked/);
  const refused = await operator.post(path, { days: '400', hours: '', correction_days: '0' });
  assert.is(refused.status, 422);
  assert.is([...refused.text.matchAll(/aria-invalid="true"/g)].length, 3);
  const saved = await operator.post(path, { days: '7', hours: '24', corrects: 'yes', correction_days: '3' });
  assert.is(saved.location, `/console/forms/${formId}`, saved.text);
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  const form = await mine.api('GET', `/forms/${formId}`);
  assert.equal(form.at('responses.saving'), {
    enabled: false,
    expires_after_days: 7,
    completable_hours_after_close: 24,
  });
  assert.equal(form.at('responses.corrections'), { by_respondent: true, for_days: 3 });
});

test('the page of completion shows the share that completes, and after which question people stop', async () => {
  const other = await service.newForm(mine.accountId, [
    { key: 'name', label: 'Your name', kind: 'short_text', required: true },
    { key: 'age', label: 'Your age', kind: 'number' },
  ]);
  const path = `/console/forms/${other}/completion`;
  assert.match((await operator.get(path)).text, 'No begun answers are unfinished.');
  const begin = async (answers: object) => {
    const body = { form_id: other, answers, is_complete: false };
    return String((await mine.api('POST', '/submissions', { body })).at('id'));
  };
  const done = await begin({ name: 'Ada' });
  await mine.api('PATCH', `/submissions/${done}`, { body: { is_complete: true } });
  await begin({ name: 'Grace' });
  await service.settled();
  const { text } = await operator.get(path);
  assert.match(text, '1 (50 %)');
  assert.match(text, '<title>Your name: 1</title>');
  assert.match(text, '<title>Your age: 0</title>');
  const stranger = await signIn(service, (await service.newAccount()).key);
  assert.is((await stranger.get(path)).status, 404);
});

test.run();
