import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { optionsOf } from '../../support/fields.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openVisit, type PageAnswer } from '../../support/web.ts';

const test = suite('public forms in the language of the form');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({
    http: { minFormMs: 0 },
    plans: { tiny: { published_forms: 10, submissions_per_month: 1, api: true } },
  });
  mine = await service.newAccount();
});
test.before.each(() => void (service.clock.aheadMs += 61_000));
test.after(() => service.close());

const tokenOf = ({ text }: PageAnswer): string => /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';

const fields = [
  { key: 'name', label: 'N', kind: 'short_text', required: true, validation: { min_length: 2 } },
  { key: 'mail', label: 'M', kind: 'email' },
  { key: 'count', label: 'C', kind: 'number', validation: { min: 1, max: 1_000 } },
  { key: 'sure', label: 'S', kind: 'yes_no' },
  { key: 'drink', label: 'D', kind: 'dropdown', options: optionsOf('Tea', 'Coffee') },
  { key: 'home', label: 'H', kind: 'address' },
  {
    key: 'days',
    label: 'W',
    kind: 'matrix',
    required: true,
    options: optionsOf('Early', 'Late'),
    rows: optionsOf('Monday', 'Tuesday'),
  },
  { key: 'at', label: 'A', kind: 'datetime' },
  { key: 'fee', label: 'F', kind: 'payment' },
];

async function formIn(language: string | null, accountId = mine.accountId): Promise<string> {
  const formId = await service.newForm(accountId, fields);
  const body = { ...(language !== null && { language }), time_zone: 'Europe/Berlin' };
  const changed = await service.admin('PATCH', `/forms/${formId}`, { body });
  assert.is(changed.status, 200, changed.text);
  return formId;
}

const mistakes = {
  name: 'x',
  mail: 'nobody',
  count: '2000',
  'home.postal_code': '1'.repeat(501),
  'days.Monday': 'Early',
  at: '2026-03-29T02:30',
  'fee.amount': '5',
  'fee.currency': 'XYZ',
};

interface Expected {
  readonly html: string;
  readonly fresh: readonly string[];
  readonly problems: readonly string[];
  readonly thanks: string;
  readonly closed: string;
}

const expected: Readonly<Record<string, Expected>> = {
  de: {
    html: '<html lang="de" dir="ltr">',
    fresh: [
      '>Senden<',
      '>Keine Angabe<',
      '>Ja<',
      '>Nein<',
      '>Bitte wählen …<',
      'title="Pflichtfeld"',
      'mindestens 1, höchstens 1.000',
      'Postleitzahl',
      'Uhrzeit in der Zeitzone Europe/Berlin',
      'Währung, z. B. EUR',
    ],
    problems: [
      'Bitte prüfen Sie diese Antworten:',
      'Muss mindestens 2 Zeichen haben.',
      'Bitte geben Sie eine E-Mail-Adresse ein.',
      'Darf höchstens 1.000 sein.',
      'Postleitzahl: Darf höchstens 500 Zeichen haben.',
      'Tuesday: Bitte beantworten Sie diese Frage.',
      '02:30 gibt es am 2026-03-29 nicht: Die Uhren in Europe/Berlin springen von 02:00 auf 03:00.',
      'Bitte geben Sie einen Währungscode nach ISO 4217 an',
    ],
    thanks: 'Vielen Dank. Ihre Antworten sind angekommen.',
    closed: 'Dieses Formular ist geschlossen',
  },
  'ar-u-nu-latn': {
    html: '<html lang="ar-u-nu-latn" dir="rtl">',
    fresh: ['>إرسال<', '>بدون إجابة<', '>نعم<', '1 على الأقل، 1,000 على الأكثر', 'الرمز البريدي'],
    problems: [
      'يرجى مراجعة هذه الإجابات:',
      'يجب ألا يقل النص عن حرفين.',
      'يرجى إدخال عنوان بريد إلكتروني.',
      'يجب ألا تزيد القيمة على 1,000.',
      '\u2068Tuesday\u2069: يرجى الإجابة عن هذا السؤال.',
    ],
    thanks: 'شكرًا لك. وصلت إجاباتك.',
    closed: 'هذا النموذج مغلق',
  },
  ja: {
    html: '<html lang="ja" dir="ltr">',
    fresh: ['>送信<', '>回答しない<', '>はい<', '1 以上 1,000 以下', '郵便番号', 'title="必須"'],
    problems: [
      '次の回答をご確認ください。',
      '2 文字以上で入力してください。',
      '1,000 以下の数値を入力してください。',
      '郵便番号：500 文字以内で入力してください。',
      'Tuesday：回答してください。',
    ],
    thanks: 'ありがとうございます。回答を受け付けました。',
    closed: 'このフォームは終了しており',
  },
};

/** English texts of the page that no other language has. */
const english =
  /Send<|No answer|Choose …|Requires|Must |at least|Please|Thank you|Postal code|>Yes<|no more answers/;

for (const [language, { html, fresh, problems, thanks, closed }] of Object.entries(expected))
  test(`${language}: the page, its problems, the thanks and the closed form`, async () => {
    const formId = await formIn(language);
    const visit = openVisit(service);
    const page = await visit.get(`/f/${formId}`);
    const again = await visit.post(`/f/${formId}`, { formToken: tokenOf(page), ...mistakes });
    const arrived = await visit.get(`/f/${formId}/thanks`);
    await service.admin('PATCH', `/forms/${formId}`, { body: { status: 'closed' } });
    service.clock.aheadMs += 2_000;
    const ended = await visit.get(`/f/${formId}`);
    assert.equal([page.status, again.status, arrived.status, ended.status], [200, 422, 200, 410]);
    for (const { text } of [page, again, arrived, ended]) {
      assert.match(text, html);
      assert.not.match(text, english);
    }
    for (const part of fresh) assert.match(page.text, part);
    for (const part of [...fresh, ...problems]) assert.match(again.text, part);
    assert.match(arrived.text, thanks);
    assert.match(ended.text, closed);
  });

test('a choice made in another language is shown to be copied with its label', async () => {
  const formId = await formIn('de');
  const visit = openVisit(service);
  const page = await visit.get(`/f/${formId}`);
  await service.admin('PATCH', `/forms/${formId}`, { body: { status: 'closed' } });
  service.clock.aheadMs += 2_000;
  const sent = { formToken: tokenOf(page), sure: 'yes', 'home.city': 'Ulm' };
  const { text } = await visit.post(`/f/${formId}`, sent);
  for (const part of ['Ihre bisherigen Antworten', '>Ja<', 'Ort: Ulm']) assert.match(text, part);
});

test('a changed form says so in its language', async () => {
  const formId = await formIn('fr');
  const visit = openVisit(service);
  const formToken = tokenOf(await visit.get(`/f/${formId}`));
  const added = { label: 'Nouveau', kind: 'short_text', required: true };
  const changed = await service.admin('PATCH', `/forms/${formId}`, { body: { fields: [...fields, added] } });
  assert.is(changed.status, 200, changed.text);
  service.clock.aheadMs += 2_000;
  const sent = { formToken, name: 'Ada', 'days.Monday': 'Early', 'days.Tuesday': 'Late' };
  const { status, text } = await visit.post(`/f/${formId}`, sent);
  assert.is(status, 409, text);
  assert.match(text, 'Le formulaire a été modifié depuis que vous l’avez ouvert.');
  assert.match(text, 'Cette question est nouvelle. Veuillez répondre à cette question.');
});

test('a full form says when it accepts answers again, in its language and time zone', async () => {
  const { accountId } = await service.newAccount('tiny');
  const formId = await formIn('de', accountId);
  const visit = openVisit(service);
  const formToken = tokenOf(await visit.get(`/f/${formId}`));
  const sent = { formToken, name: 'Ada', 'days.Monday': 'Early', 'days.Tuesday': 'Late' };
  assert.is((await visit.post(`/f/${formId}`, sent)).status, 303);
  const { status, text } = await visit.get(`/f/${formId}`);
  assert.is(status, 403);
  assert.match(text, /Es nimmt ab 1\. \p{L}+ \d{4} um 0[12]:00 (MEZ|MESZ) wieder Antworten an\./u);
});

test('an address without a form answers in a language of the browser', async () => {
  const expectedTexts = {
    'de-AT,de;q=0.9,en;q=0.8': ['<html lang="de-AT" dir="ltr">', 'gibt es kein Formular'],
    'nl, ar;q=0.5': ['<html lang="ar" dir="rtl">', 'لا يوجد نموذج'],
    nl: ['<html lang="en"', 'There is no form at this address.'],
    '': ['<html lang="en"', 'There is no form at this address.'],
  };
  for (const [header, parts] of Object.entries(expectedTexts))
    for (const answer of [
      await openVisit(service).get('/f/nothing', { 'accept-language': header }),
      await openVisit(service).post('/f/nothing', { name: 'Ada' }, { 'accept-language': header }),
    ]) {
      assert.is(answer.status, 404);
      for (const part of parts) assert.match(answer.text, part, header);
    }
});

test('answers that are too large to be read are refused in the language of the form, on the sites that embed it', async () => {
  const formId = await formIn('fr');
  const answer = await openVisit(service).post(`/f/${formId}`, { name: 'x'.repeat(2_000_000) });
  assert.is(answer.status, 413);
  assert.match(answer.text, '<html lang="fr" dir="ltr">');
  assert.match(answer.text, 'Revenez en arrière dans votre navigateur');
  assert.match(String(answer.header('content-security-policy')), /frame-ancestors \*/);
});

test('pt-BR has the texts of pt, and its numbers', async () => {
  const { text } = await openVisit(service).get(`/f/${await formIn('pt-BR')}`);
  assert.match(text, '<html lang="pt-BR" dir="ltr">');
  assert.match(text, 'no mínimo 1, no máximo 1.000');
  assert.not.match(text, 'lang="en"');
});

test('in a language without texts the English texts are marked as English', async () => {
  const formId = await formIn('he');
  const visit = openVisit(service);
  const page = await visit.get(`/f/${formId}`);
  const again = await visit.post(`/f/${formId}`, { formToken: tokenOf(page), ...mistakes });
  assert.match(page.text, '<html lang="he" dir="rtl">');
  assert.match(page.text, /<button type="submit" lang="en" dir="ltr">Send/);
  assert.match(again.text, /<small id="f-name-problem" class="fault" lang="en" dir="ltr">Must have/);
});

test('texts with one direction in every language keep it', async () => {
  const { text } = await openVisit(service).get(`/f/${await formIn('ar')}`);
  for (const name of ['mail', 'count', 'fee.amount', 'fee.currency'])
    assert.match(text, new RegExp(`<input(?=[^>]* name="${name}")(?=[^>]* dir="ltr")`), name);
  for (const name of ['name', 'home.city'])
    assert.match(text, new RegExp(`<input(?=[^>]* name="${name}")(?=[^>]* dir="auto")`), name);
});

test('the API answers in English, whatever the language of the form is', async () => {
  const formId = await formIn('ar');
  const answer = await mine.api('POST', '/submissions', {
    body: { form_id: formId, answers: { name: 'x', days: { Monday: 'Early' } } },
  });
  assert.is(answer.status, 400, answer.text);
  assert.equal(answer.at('error.details'), [
    {
      in: 'body',
      field: 'name',
      path: '/answers/name',
      code: 'too_short',
      message: 'Must have at least 2 characters.',
    },
    {
      in: 'body',
      field: 'days',
      path: '/answers/days/Tuesday',
      code: 'required',
      message: 'Tuesday: Requires an answer.',
    },
  ]);
});

test.run();
