import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../support/service.ts';
import { openVisit, type PageAnswer } from '../../support/web.ts';

const test = suite('numbers, money and times on public forms');
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

interface Details {
  readonly language?: string;
  readonly time_zone?: string;
}

/** A published form with one question, of the key `q`. */
async function formOf(kind: string, details: Details = {}, settings: object = {}): Promise<string> {
  const formId = await service.newForm(mine.accountId, [{ key: 'q', label: 'Question', kind, ...settings }]);
  if (Object.keys(details).length > 0) {
    const changed = await mine.api('PATCH', '/forms', { body: { id: formId, ...details } });
    assert.is(changed.status, 200, changed.text);
  }
  return formId;
}

type Sent = Readonly<Record<string, string>>;

/** Sends a form once or more often from the same page, as a person does who corrects it. */
async function sendInTurn(formId: string, ...sendings: readonly Sent[]): Promise<PageAnswer> {
  const visit = openVisit(service);
  let page = await visit.get(`/f/${formId}`);
  for (const fields of sendings)
    page = await visit.post(`/f/${formId}`, { formToken: tokenOf(page), ...fields });
  return page;
}

async function answerOf(formId: string): Promise<unknown> {
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  const list = await mine.api('GET', `/submissions?form_id=${formId}`);
  const read = await mine.api('GET', `/submissions?id=${String(list.at('data.0.id'))}`);
  return read.at('fields.0.value');
}

async function stored(formId: string, ...sendings: readonly Sent[]): Promise<unknown> {
  const page = await sendInTurn(formId, ...sendings);
  assert.is(page.location, `/f/${formId}/thanks`, page.text);
  return answerOf(formId);
}

test('a page has the language and the direction of its form', async () => {
  const pageOf = async (details: Details) =>
    (await openVisit(service).get(`/f/${await formOf('number', details)}`)).text;
  assert.match(await pageOf({ language: 'ar-EG' }), '<html lang="ar-EG" dir="rtl">');
  assert.match(await pageOf({ language: 'de' }), '<html lang="de" dir="ltr">');
  assert.match(await pageOf({}), '<html lang="en">');
});

test('a number is read in the language of the form', async () => {
  assert.is(await stored(await formOf('number', { language: 'de' }), { q: '1.234' }), 1234);
  assert.is(await stored(await formOf('number', { language: 'en-US' }), { q: '1,234' }), 1234);
  assert.is(await stored(await formOf('number', { language: 'ar-EG' }), { q: '−١٬٢٣٤٫٥' }), -1234.5);
  assert.is(await stored(await formOf('number'), { q: '1 234,5' }), 1234.5);
});

test('an ambiguous number is asked again, and each reading can be chosen', async () => {
  const asked = await sendInTurn(await formOf('number'), { q: '1,234' });
  assert.is(asked.status, 422);
  for (const part of [
    'value="1,234"',
    'Can be read in two ways. Is it 1234 or 1.234?',
    'name="q.meant" value="1234"',
    'name="q.meant" value="1.234"',
    '1.234, a number between 1 and 2',
  ])
    assert.match(asked.text, part);
  for (const meant of ['1234', '1.234'])
    assert.is(
      await stored(await formOf('number'), { q: '1,234' }, { q: '1,234', 'q.meant': meant }),
      Number(meant),
    );
  // A choice does not hold for another text.
  const other = await sendInTurn(await formOf('number'), { q: '1,234' }, { q: '5,678', 'q.meant': '1234' });
  assert.match(other.text, 'Is it 5678 or 5.678?');
});

test('a number that cannot be stored exactly is refused with its text', async () => {
  for (const text of ['12345678901234567890', '0.1234567890123456789', '1E-400']) {
    const page = await sendInTurn(await formOf('number'), { q: text });
    assert.is(page.status, 422, text);
    assert.match(page.text, `value="${text}"`);
    assert.match(page.text, 'to be kept exactly');
  }
});

test('an amount has the decimals of its currency, and the page shows how it was read', async () => {
  const money = (amount: string, currency: string) => ({ 'q.amount': amount, 'q.currency': currency });
  assert.equal(await stored(await formOf('payment'), money('10', 'HUF')), { amount: 1000, currency: 'HUF' });
  for (const currency of [' huf', 'ＨＵＦ', '\u200eHUF\u00a0'])
    assert.equal(await stored(await formOf('payment'), money('１０', currency)), {
      amount: 1000,
      currency: 'HUF',
    });
  assert.equal(await stored(await formOf('payment'), money('12,5', '€')), { amount: 1250, currency: 'EUR' });
  assert.equal(await stored(await formOf('payment'), money('10', 'iqd')), {
    amount: 10_000,
    currency: 'IQD',
  });
  assert.equal(await stored(await formOf('payment'), money('1.234,50', 'EUR')), {
    amount: 123_450,
    currency: 'EUR',
  });
  const two = await service.newForm(mine.accountId, [
    { key: 'q', label: 'Fee', kind: 'payment' },
    { key: 'name', label: 'Name', kind: 'short_text', required: true },
  ]);
  assert.match((await sendInTurn(two, money('12,5', 'EUR'))).text, 'Understood as 12.50 EUR.');
});

test('an impossible amount of its currency is refused, never rounded', async () => {
  const problems: readonly (readonly [amount: string, currency: string, sentence: string])[] = [
    ['12.5', 'JPY', 'JPY has no decimals.'],
    ['0.125', 'EUR', 'EUR has at most 2 decimals.'],
    ['12.50', 'ZZZ', 'Must be a currency code of ISO 4217, such as EUR.'],
    ['12.50', '', 'Must be a currency code of ISO 4217, such as EUR.'],
    ['', 'EUR', 'Requires an amount.'],
    ['12 €', 'EUR', 'without a unit or a sign'],
    ['12 €', 'EURO', 'without a unit or a sign such as % or €. Must be a currency code'],
    ['', 'EURO', 'Requires an amount. Must be a currency code'],
  ];
  for (const [amount, currency, sentence] of problems) {
    const page = await sendInTurn(await formOf('payment'), { 'q.amount': amount, 'q.currency': currency });
    assert.is(page.status, 422, sentence);
    assert.match(page.text, sentence);
  }
  const asked = await sendInTurn(await formOf('payment'), { 'q.amount': '1.234', 'q.currency': 'KWD' });
  assert.match(asked.text, '1234.000 KWD');
  assert.match(asked.text, '1.234 KWD');
});

const summer = { time_zone: 'America/New_York' };

test('a time is read in the time zone of the form, and stored with its offset', async () => {
  const page = await openVisit(service).get(`/f/${await formOf('datetime', summer)}`);
  assert.match(page.text, 'Time in America/New_York');
  const given = { q: '2026-07-01T09:00' };
  assert.is(await stored(await formOf('datetime', summer), given), '2026-07-01T09:00:00-04:00');
  assert.is(await stored(await formOf('datetime'), given), '2026-07-01T09:00:00Z');
  const initial = { default_value: '2026-07-01T13:00:00Z' };
  const prefilled = await openVisit(service).get(`/f/${await formOf('datetime', summer, initial)}`);
  assert.match(prefilled.text, 'value="2026-07-01T09:00"');
});

test('a time that the clocks skip is refused, and one that occurs twice is asked again', async () => {
  const skipped = await sendInTurn(await formOf('datetime', summer), { q: '2026-03-08T02:30' });
  assert.is(skipped.status, 422);
  assert.match(skipped.text, 'the clocks in America/New_York go from 02:00 to 03:00. Choose another time.');
  const twice = { q: '2026-11-01T01:30' };
  const asked = await sendInTurn(await formOf('datetime', summer), twice);
  assert.is(asked.status, 422);
  assert.match(asked.text, '01:30, before the clocks go back (-04:00)');
  const meant = '2026-11-01T01:30:00-05:00';
  assert.is(await stored(await formOf('datetime', summer), twice, { ...twice, 'q.meant': meant }), meant);
});

test.run();
