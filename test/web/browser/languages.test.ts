import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { assertSound, browserSuite, openBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = browserSuite('forms in Arabic and Japanese, in a browser');
let service: TestService;
let address: string;
test.before(async () => {
  service = await startService({ settings: { PUBLIC_URL: undefined }, http: { minFormMs: 0 } });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
test.after(() => service.close());

const choices = (...labels: readonly string[]) => labels.map((label) => ({ value: label, label }));

interface Asked {
  readonly language: string;
  readonly dir: string;
  readonly title: string;
  /** The label of a required text, and an answer. */
  readonly name: readonly [label: string, answer: string];
  readonly mail: string;
  readonly pick: readonly [label: string, option: string, other: string];
  readonly send: string;
  /** The problem of the address, and that of the name. */
  readonly problems: readonly [mail: string, name: string];
  readonly thanks: string;
}

const forms: readonly Asked[] = [
  {
    language: 'ar',
    dir: 'rtl',
    title: 'استبيان الحفل',
    mail: 'البريد الإلكتروني',
    send: 'إرسال',
    name: ['ما اسمك؟', 'ليلى'],
    pick: ['ماذا تشرب؟', 'شاي', 'قهوة'],
    problems: ['يرجى إدخال عنوان بريد إلكتروني.', 'يرجى الإجابة عن هذا السؤال.'],
    thanks: 'شكرًا لك. وصلت إجاباتك.',
  },
  {
    language: 'ja',
    dir: 'ltr',
    title: 'パーティーのアンケート',
    mail: 'メールアドレス',
    send: '送信',
    name: ['お名前', '花子'],
    pick: ['お飲み物', 'お茶', 'コーヒー'],
    problems: ['メールアドレスを入力してください。', '回答してください。'],
    thanks: 'ありがとうございます。回答を受け付けました。',
  },
];

/** The direction of a control, and the side at which it is marked as wrong. */
const markOf = (page: Page, name: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const { direction, backgroundPositionX } = getComputedStyle(document.querySelector('[name=${name}]'));
    return { direction, side: /^(right|calc\\(100%)/.test(backgroundPositionX) ? 'right' : 'left' };
  })()`);

for (const asked of forms)
  test(`a form in ${asked.language} is filled in, corrected and sent at 375 px`, async () => {
    const { language, dir, title, name, mail, pick, send, problems, thanks } = asked;
    const formId = await service.newForm((await service.newAccount()).accountId, [
      { key: 'name', label: name[0], kind: 'short_text', required: true },
      { key: 'mail', label: mail, kind: 'email' },
      { key: 'pick', label: pick[0], kind: 'single_choice', options: choices(pick[1], pick[2]) },
      { key: 'stars', label: title, kind: 'rating' },
      { key: 'order', label: title, kind: 'ranking', options: choices(pick[1], pick[2]) },
      {
        key: 'table',
        label: title,
        kind: 'matrix',
        options: choices(pick[1], pick[2]),
        rows: choices(name[0], mail),
      },
      { key: 'home', label: title, kind: 'address' },
      { key: 'count', label: title, kind: 'number', validation: { min: -5, max: 1_000 } },
      { key: 'at', label: title, kind: 'datetime' },
    ]);
    const changed = await service.admin('PATCH', `/forms/${formId}`, { body: { title, language } });
    assert.is(changed.status, 200, changed.text);
    const browser = await openBrowser(address, { width: 375 });
    const { page } = browser;
    try {
      await eventually('the form has its language', async () => {
        await page.goto(`${address}/f/${formId}`);
        return (await page.evaluate('document.documentElement.lang')) === language;
      });
      assert.is(await page.evaluate('document.dir'), dir);
      await assertSound(browser, `${language}, fresh`);
      await page.getByRole('textbox', { name: mail }).fill('nobody');
      await page.getByLabel(pick[1], { exact: true }).first().check();
      await page.getByRole('button', { name: send }).click();
      await page.getByRole('alert').waitFor();
      for (const problem of problems)
        assert.is(await page.locator('.fault', { hasText: problem }).count(), 1, problem);
      assert.ok(await page.getByLabel(pick[1], { exact: true }).first().isChecked());
      // An e-mail address runs from left to right in Arabic, too. The mark of its mistake does not stand on it.
      assert.equal(await markOf(page, 'mail'), { direction: 'ltr', side: 'right' });
      assert.equal(await markOf(page, 'name'), {
        direction: dir,
        side: dir === 'rtl' ? 'left' : 'right',
      });
      await assertSound(browser, `${language}, with problems`);
      await page.getByRole('textbox', { name: mail }).fill('a@example.org');
      await page.getByRole('textbox', { name: name[0] }).first().fill(name[1]);
      await page.getByRole('button', { name: send }).click();
      await page.getByText(thanks).waitFor();
      assert.is(await page.evaluate('document.dir'), dir);
      await assertSound(browser, `${language}, thanks`);
    } finally {
      await browser.close();
    }
  });

test.run();
