import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { notAUrl } from '../../../domain/submission/answer-faults.ts';
import { textsIn } from '../../../web/form/texts.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openVisit } from '../../support/web.ts';

const test = suite('texts of the page and of the API');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({ http: { minFormMs: 0 } });
  mine = await service.newAccount();
});
test.before.each(() => void (service.clock.aheadMs += 61_000));
test.after(() => service.close());

const kinds = ['short_text', 'long_text', 'email', 'phone', 'url'] as const;

async function formOf(kind: string): Promise<string> {
  return service.newForm(mine.accountId, [{ key: 'q', label: 'Question', kind, required: true }]);
}

/** What becomes of an answer: the text that is stored, or the message of its problem. */
async function byApi(formId: string, text: string): Promise<string> {
  const body = { form_id: formId, answers: { q: text } };
  const sent = await mine.api('POST', '/submissions', { body });
  return String(sent.status === 201 ? sent.at('answers.Question') : sent.at('error.details.0.message'));
}

async function byPage(formId: string, text: string): Promise<string> {
  const visit = openVisit(service);
  const page = await visit.get(`/f/${formId}`);
  const formToken = /name="formToken" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const sent = await visit.post(`/f/${formId}`, { formToken, q: text });
  if (sent.status !== 303) return /id="f-q-problem"[^>]*>\s*([^<]*?)\s*</.exec(sent.text)?.[1] ?? sent.text;
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  const list = await mine.api('GET', `/submissions?form_id=${formId}`);
  const read = await mine.api('GET', `/submissions?id=${String(list.at('data.0.id'))}`);
  return String(read.at('answers.Question'));
}

const texts = [
  'a\0b',
  '\u0001\u001b',
  'a\u000bb',
  'a\r\nb',
  'a\nb\n',
  '\u200b\u00a0',
  '\u202eabc',
  'e\u0301',
  '\ufeffx',
  ' ada@example.com ',
  'www.example.com\u00a0',
  '+44\u00a020 7946\u20110000',
  '１２３４５６',
  '\ufffd',
  '👩\u200d👧',
];

/** The problems that the page words for people. */
const worded = new Map(notAUrl.map((fault) => [fault.message, textsIn('en').problem(fault)]));

for (const kind of kinds)
  test(`${kind}: the page and the API store the same text, or name the same problem`, async () => {
    const formId = await formOf(kind);
    for (const text of texts) {
      const [api, page] = [await byApi(formId, text), await byPage(formId, text)];
      assert.is(page, worded.get(api) ?? api, `${kind} ${JSON.stringify(text)}`);
      service.clock.aheadMs += 61_000;
    }
  });

test('a body that is not UTF-8 is refused, and nothing is stored', async () => {
  const formId = await formOf('short_text');
  for (const body of ['q=%E9', Buffer.from([0x71, 0x3d, 0xe9])]) {
    const sent = await service.inject({
      method: 'POST',
      url: `/f/${formId}`,
      payload: body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.is(sent.status, 400);
  }
});

test('a link fills in choices by label, and yes as true', async () => {
  const formId = await service.newForm(mine.accountId, [
    { key: 'ok', label: 'OK?', kind: 'yes_no' },
    { key: 'news', label: 'News', kind: 'consent' },
    { key: 'drink', label: 'Drink', kind: 'dropdown', options: [{ value: 't', label: 'Earl Grey' }] },
  ]);
  const page = await openVisit(service).get(`/f/${formId}?ok=true&news=1&drink=Earl+Grey`);
  assert.match(page.text, /name="ok" value="yes" checked/);
  assert.match(page.text, /name="news" value="yes" checked/);
  assert.match(page.text, /<option value="t" selected/);
});

test('a link may name the rows of a matrix and the options of a ranking by label or value', async () => {
  const options = [
    { value: 'a', label: 'Very good' },
    { value: 'b', label: 'Bad' },
  ];
  const formId = await service.newForm(mine.accountId, [
    { key: 'days', label: 'Days', kind: 'matrix', options, rows: [{ value: 'mo', label: 'Monday' }] },
    { key: 'rank', label: 'Rank', kind: 'ranking', options },
  ]);
  const link = '?days.Monday=Very+good&rank.Very+good=2&rank.b=1';
  const page = await openVisit(service).get(`/f/${formId}${link}`);
  assert.match(page.text, /name="days.mo" value="a" checked/);
  const [, best = ''] = /<select name="rank.a"[^>]*>(.*?)<\/select>/s.exec(page.text) ?? [];
  assert.match(best, /value="2" selected/);
  const [, other = ''] = /<select name="rank.b"[^>]*>(.*?)<\/select>/s.exec(page.text) ?? [];
  assert.match(other, /value="1" selected/);
});

test.run();
