import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../support/service.ts';
import { openVisit, type PageAnswer } from '../../support/web.ts';

const test = suite('prices that change while a page is open');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({ http: { minFormMs: 0 } });
  mine = await service.newAccount();
});
/** All browsers here have one address, and it may send thirty forms a minute. */
test.before.each(() => void (service.clock.aheadMs += 61_000));
test.after(() => service.close());

const day = 25 * 3_600_000;
const tokenOf = ({ text }: PageAnswer): string => /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';
const priced = (amount: number) => ({ validation: { currency: 'EUR', min: amount, max: amount } });
const asked = (fee: object) => [
  { key: 'name', label: 'Name', kind: 'short_text' },
  { key: 'fee', label: 'Fee', kind: 'payment', ...fee },
];

/** Opens a form, changes its payment, and sends the page that was open. */
async function sendAfter(
  shown: object,
  now: object,
  typed: Readonly<Record<string, string>>,
  { waitMs = 0 } = {},
): Promise<PageAnswer> {
  const formId = await service.newForm(mine.accountId, asked(shown));
  const visit = openVisit(service);
  const formToken = tokenOf(await visit.get(`/f/${formId}`));
  const changed = await mine.api('PATCH', '/forms', { body: { id: formId, fields: asked(now) } });
  assert.is(changed.status, 200, changed.text);
  // Every process knows the change by then.
  service.clock.aheadMs += 2_000 + waitMs;
  return visit.post(`/f/${formId}`, { formToken, name: 'Ada', ...typed });
}

const box = { 'fee.amount': '12.50' };
const before = 'The price has changed. It was €12.50.';

for (const [age, waitMs, status] of [
  ['of a page that is open', 0, 409],
  ['of a page that was open for a day', day, 422],
] as const) {
  test(`people read that the required price ${age} has changed before they pay it`, async () => {
    const required = { required: true };
    const fees = [
      { ...priced(1250), ...required },
      { ...priced(2000), ...required },
    ] as const;
    const answer = await sendAfter(...fees, {}, { waitMs });
    assert.is(answer.status, status);
    assert.match(answer.text, 'The form has changed since you opened it.');
    assert.match(answer.text, before);
    assert.match(answer.text, '€20.00');
  });

  test(`the box of a price ${age} is not ticked at another price`, async () => {
    const answer = await sendAfter(priced(1250), priced(2000), box, { waitMs });
    assert.is(answer.status, status);
    assert.match(answer.text, before);
    assert.match(answer.text, 'name="fee.amount" value="20.00"');
    assert.not.match(answer.text, /checked/);
    assert.match(answer.text, /<dd dir="auto">€12\.50<\/dd>/);
  });
}

test('a price and a question that change together are both named', async () => {
  const { text } = await sendAfter(priced(1250), { ...priced(2000), label: 'Ticket' }, box);
  assert.match(text, 'This question has changed. It was: “Fee”.');
  assert.match(text, before);
  assert.not.match(text, /checked/);
});

test('the box of a price is not ticked under other words', async () => {
  const { text } = await sendAfter(priced(1250), { ...priced(1250), label: 'Donation' }, box);
  assert.match(text, 'This question has changed. It was: “Fee”.');
  assert.not.match(text, /checked/);
});

test('the box of a page of which nothing is known is not ticked', async () => {
  const { status, text } = await sendAfter(priced(1250), priced(2000), { ...box, formToken: 'none' });
  assert.is(status, 422);
  assert.match(text, 'name="fee.amount" value="20.00"');
  assert.not.match(text, /checked/);
  assert.match(text, /<dt dir="auto">fee.amount<\/dt>\s*<dd dir="auto">12.50<\/dd>/);
});

test('an amount that was typed does not tick the box of a price, even of the same', async () => {
  const answer = await sendAfter({ validation: { currency: 'EUR' } }, priced(1250), box);
  assert.is(answer.status, 409);
  assert.match(answer.text, 'This question is now answered in a different way.');
  assert.not.match(answer.text, /checked/);
  assert.match(answer.text, /<dd dir="auto">Amount in EUR: 12.50<\/dd>/);
});

test('the box stays ticked where another question changes', async () => {
  const formId = await service.newForm(mine.accountId, asked(priced(1250)));
  const visit = openVisit(service);
  const formToken = tokenOf(await visit.get(`/f/${formId}`));
  const fields = [...asked(priced(1250)), { label: 'Age', kind: 'number', required: true }];
  assert.is((await mine.api('PATCH', '/forms', { body: { id: formId, fields } })).status, 200);
  service.clock.aheadMs += 2_000;
  const { text } = await visit.post(`/f/${formId}`, { formToken, name: 'Ada', ...box });
  assert.match(text, 'This question is new.');
  assert.match(text, /name="fee.amount" value="12.50" checked/);
});

test.run();
