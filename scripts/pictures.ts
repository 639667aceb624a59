// Takes the pictures of the README and the docs: npm run pictures
//
// Starts a demo service, fills it with a form, submissions and a receiver that fails now and then, and looks at the pages.
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { eventually } from '../test/support/eventually.ts';
import { startService } from '../test/support/formlog.ts';

const out = 'docs/pictures';
const people = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald'];

/** A receiver that fails at every third webhook. @returns its address */
async function startReceiver(): Promise<{ url: string; close: () => void }> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(++count % 3 === 0 ? 500 : 200).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  return { url: `http://127.0.0.1:${port}/hooks`, close: () => server.close() };
}

/** A form, a mistake in it, and the label of its button. */
interface Translated {
  readonly language: string;
  readonly title: string;
  readonly description: string;
  readonly fields: readonly unknown[];
  /** A text that is no e-mail address. */
  readonly mail: string;
  readonly send: string;
}

const optionsOf = (...labels: readonly string[]) => labels.map((label) => ({ value: label, label }));

/** Forms in other languages, by the names of their pictures. */
const translated: Readonly<Record<string, Translated>> = {
  'form-arabic': {
    language: 'ar',
    title: 'حفل الصيف',
    description: 'أخبرنا إن كنت ستأتي.',
    send: 'إرسال',
    fields: [
      { key: 'name', label: 'ما اسمك؟', kind: 'short_text', required: true },
      { key: 'mail', label: 'البريد الإلكتروني', kind: 'email' },
      { key: 'drink', label: 'ماذا تشرب؟', kind: 'single_choice', options: optionsOf('شاي', 'قهوة', 'ماء') },
      { key: 'joy', label: 'كم تتطلع إلى الحفل؟', kind: 'rating' },
      { key: 'guests', label: 'عدد الضيوف', kind: 'number', validation: { min: 0, max: 10 } },
    ],
    mail: 'layla@example',
  },
  'form-japanese': {
    language: 'ja',
    title: '夏祭りのご案内',
    description: 'ご参加についてお知らせください。',
    send: '送信',
    fields: [
      { key: 'name', label: 'お名前', kind: 'short_text', required: true },
      { key: 'mail', label: 'メールアドレス', kind: 'email' },
      {
        key: 'drink',
        label: 'お飲み物',
        kind: 'single_choice',
        options: optionsOf('お茶', 'コーヒー', '水'),
      },
      { key: 'joy', label: 'どのくらい楽しみですか？', kind: 'rating' },
      { key: 'guests', label: '同伴者の人数', kind: 'number', validation: { min: 0, max: 10 } },
    ],
    mail: 'hanako@example',
  },
};

const Made = Type.Object({ id: Type.String() });
const Listed = Type.Object({ data: Type.Array(Made) });

const dir = await mkdtemp(join(tmpdir(), 'formlog-pictures-'));
const receiver = await startReceiver();
const service = await startService(dir);
const token = (await readFile(join(dir, 'operator-token'), 'utf8')).trim();

async function api(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${service.url}/api/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer.json();
}

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
try {
  await mkdir(out, { recursive: true });
  const form = await eventually('the demo form', async () => {
    const { data } = Value.Parse(Listed, Value.Clean(Listed, await api('GET', '/accounts/demo/forms')));
    return data[0]?.id ?? null;
  });
  const destination = { label: 'CRM', url: receiver.url };
  const { id: destinationId } = Value.Parse(
    Made,
    Value.Clean(Made, await api('POST', '/accounts/demo/destinations', destination)),
  );
  for (let count = 0; count < 40; count++)
    await api('POST', '/accounts/demo/submissions', {
      form_id: form,
      answers: {
        name: people[count % people.length],
        email: `${people[count % people.length]?.toLowerCase() ?? ''}@example.org`,
        drink: count % 3 === 0 ? 'coffee' : 'tea',
        rating: 1 + (count % 5),
      },
    });
  const page = await browser.newPage({ viewport: { width: 1_280, height: 800 }, colorScheme: 'light' });
  await page.goto(`${service.url}/console/sign-in`);
  await page.getByLabel('Token or API key').fill(token);
  await page.getByRole('button', { name: 'Sign in with the key' }).click();
  // The plots show whole steps of ten seconds.
  await page.waitForTimeout(12_000);
  const pictures: Readonly<Record<string, string>> = {
    overview: '/console',
    form: `/f/${form}`,
    submissions: `/console/submissions?account=demo&form=${form}`,
    deliveries: '/console/deliveries?account=demo',
    destination: `/console/destinations/${destinationId}`,
    editor: `/console/forms/${form}/edit`,
  };
  for (const [name, path] of Object.entries(pictures)) {
    await page.goto(service.url + path, { waitUntil: 'networkidle', timeout: 10_000 }).catch(() => undefined);
    await page.screenshot({ path: join(out, `${name}.png`) });
    console.log(join(out, `${name}.png`));
  }
  // Needs fonts for both scripts, such as those of fonts-noto-core and fonts-noto-cjk.
  const narrow = await browser.newPage({ viewport: { width: 375, height: 800 }, colorScheme: 'light' });
  for (const [name, { mail, send, ...definition }] of Object.entries(translated)) {
    const { id } = Value.Parse(
      Made,
      Value.Clean(Made, await api('POST', '/accounts/demo/forms', { ...definition, status: 'published' })),
    );
    await narrow.goto(`${service.url}/f/${id}`);
    await narrow.waitForTimeout(2_000);
    await narrow.locator('[name=mail]').fill(mail);
    await narrow.locator('[name=drink]').first().check();
    await narrow.getByRole('button', { name: send }).click();
    await narrow.getByRole('alert').waitFor();
    await narrow.screenshot({ path: join(out, `${name}.png`), fullPage: true });
    console.log(join(out, `${name}.png`));
  }
} finally {
  await browser.close();
  await service.kill('SIGTERM');
  receiver.close();
  await rm(dir, { recursive: true, force: true });
}
