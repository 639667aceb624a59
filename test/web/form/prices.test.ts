import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { textsOf } from '../../../web/form/entered-texts.ts';
import { parseMoney } from '../../../web/form/parse-values.ts';
import { fieldsOf } from '../../support/fields.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openVisit, type PageAnswer } from '../../support/web.ts';

const test = suite('payments whose currency the owner has chosen, on public forms');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({ http: { minFormMs: 0 } });
  mine = await service.newAccount();
});
/** All browsers here have one address, and it may send thirty forms a minute. */
test.before.each(() => void (service.clock.aheadMs += 61_000));
test.after(() => service.close());

const tokenOf = ({ text }: PageAnswer): string => /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';
const name = { key: 'name', label: 'Name', kind: 'short_text' };

/** A published form that asks for a name and a payment. */
const formOf = (validation: object, settings: object = {}): Promise<string> =>
  service.newForm(mine.accountId, [
    name,
    { key: 'fee', label: 'Fee', kind: 'payment', validation, ...settings },
  ]);

async function send(formId: string, typed: Readonly<Record<string, string>>): Promise<PageAnswer> {
  const visit = openVisit(service);
  const page = await visit.get(`/f/${formId}`);
  return visit.post(`/f/${formId}`, { formToken: tokenOf(page), ...typed });
}

async function answersTo(formId: string): Promise<unknown> {
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  const list = await mine.api('GET', `/submissions?form_id=${formId}`);
  return (await mine.api('GET', `/submissions?id=${String(list.at('data.0.id'))}`)).at('answers');
}

const price = { currency: 'EUR', min: 1250, max: 1250 };

test('a required price is shown, and paid without being typed', async () => {
  const formId = await formOf(price, { required: true });
  const { text } = await openVisit(service).get(`/f/${formId}`);
  assert.match(text, '€12.50');
  assert.not.match(text, 'name="fee');
  // What a browser sends beside the page counts for nothing.
  const sent = await send(formId, { name: 'Ada', 'fee.amount': '1', 'fee.currency': 'USD' });
  assert.is(sent.location, `/f/${formId}/thanks`, sent.text);
  assert.equal(await answersTo(formId), { Name: 'Ada', Fee: { amount: 1250, currency: 'EUR' } });
});

test('a price that is not required has a box, and is left without it', async () => {
  const formId = await formOf(price);
  const { text } = await openVisit(service).get(`/f/${formId}`);
  assert.match(text, /<input type="checkbox" name="fee.amount" value="12.50"/);
  await send(formId, { name: 'Ada' });
  assert.equal(await answersTo(formId), { Name: 'Ada', Fee: null });
  service.clock.aheadMs += 61_000;
  await send(formId, { name: 'Eve', 'fee.amount': '12.50' });
  assert.equal(await answersTo(formId), { Name: 'Eve', Fee: { amount: 1250, currency: 'EUR' } });
});

test('an amount is typed in the currency of the question, within its limits, which are named before', async () => {
  const formId = await formOf({ currency: 'EUR', min: 500, max: 100_000 });
  const { text } = await openVisit(service).get(`/f/${formId}`);
  assert.match(text, 'at least €5.00, at most €1,000.00');
  assert.match(text, 'Amount in EUR');
  assert.not.match(text, 'name="fee.currency"');
  const refused = await send(formId, { name: 'Ada', 'fee.amount': '4.99' });
  assert.is(refused.status, 422);
  assert.match(refused.text, 'Must be at least 5.00 EUR.');
  await send(formId, { name: 'Ada', 'fee.amount': '12.50' });
  assert.equal(await answersTo(formId), { Name: 'Ada', Fee: { amount: 1250, currency: 'EUR' } });
  service.clock.aheadMs += 61_000;
  await send(formId, { name: 'Eve' });
  assert.equal(await answersTo(formId), { Name: 'Eve', Fee: null });
});

test('an amount that was typed in another currency is not taken for one of the new currency', async () => {
  const formId = await formOf({});
  const visit = openVisit(service);
  const page = await visit.get(`/f/${formId}`);
  const fields = [name, { key: 'fee', label: 'Fee', kind: 'payment', validation: { currency: 'EUR' } }];
  const changed = await mine.api('PATCH', '/forms', { body: { id: formId, fields } });
  assert.is(changed.status, 200, changed.text);
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  const typed = { formToken: tokenOf(page), name: 'Ada', 'fee.amount': '1000', 'fee.currency': 'JPY' };
  const { status, text } = await visit.post(`/f/${formId}`, typed);
  assert.is(status, 409);
  assert.match(text, 'name="fee.amount" value=""');
  assert.match(text, '1000');
});

test('a page that is only saved does not pay the price', async () => {
  const formId = await formOf(price, { required: true });
  const visit = openVisit(service);
  const page = await visit.get(`/f/${formId}`);
  const saved = await visit.post(`/f/${formId}/save`, { formToken: tokenOf(page), name: 'Ada' });
  assert.ok(saved.status < 400, `${saved.status} ${saved.text}`);
  assert.equal(await answersTo(formId), { Name: 'Ada', Fee: null });
});

test('the box of a price holds no answer of another price, in any language', () => {
  const settings = { currency: 'KWD', min: 1500, max: 1500 };
  const [field] = fieldsOf({ key: 'fee', label: 'Fee', kind: 'payment', validation: settings });
  if (!field) throw new Error('no field');
  const german = { language: 'de' };
  const paid = { amount: 1500, currency: 'KWD' };
  const ticked = { 'fee.amount': ['1.500'] };
  assert.equal(textsOf(field, paid, german), ticked);
  assert.equal(textsOf(field, { ...paid, amount: 1250 }, german), {});
  assert.equal(textsOf(field, { ...paid, currency: 'EUR' }, german), {});
  assert.equal(parseMoney(field, ticked, german), { ok: true, value: paid });
});

test('another amount or currency is refused by the API, too', async () => {
  const formId = await formOf(price, { required: true });
  const sent = (fee: object) =>
    mine.api('POST', '/submissions', { body: { form_id: formId, answers: { name: 'Ada', fee } } });
  const details = async (fee: object) => (await sent(fee)).at('error.details');
  assert.match(JSON.stringify(await details({ amount: 1, currency: 'EUR' })), 'Must be 12.50 EUR.');
  assert.match(JSON.stringify(await details({ amount: 1250, currency: 'USD' })), 'Must be EUR.');
  assert.is((await sent({ amount: 1250, currency: 'EUR' })).status, 201);
});

test('where people write the currency, a limit is named in it', async () => {
  const formId = await formOf({ min: 500, max: 100_000 });
  for (const [currency, amount, limit] of [
    ['EUR', '4.99', 'at least 5.00 EUR'],
    ['JPY', '499', 'at least 500 JPY'],
    ['EUR', '1000.01', 'at most 1000.00 EUR'],
  ] as const) {
    const refused = await send(formId, { name: 'Ada', 'fee.amount': amount, 'fee.currency': currency });
    assert.is(refused.status, 422, currency);
    assert.match(refused.text, limit);
  }
  const sent = await send(formId, { name: 'Ada', 'fee.amount': '5.00', 'fee.currency': 'EUR' });
  assert.is(sent.location, `/f/${formId}/thanks`, sent.text);
});

test.run();
