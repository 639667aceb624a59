import { once } from 'node:events';
import { createServer } from 'node:http';
import * as assert from 'uvu/assert';
import { noBrowser, openBrowser } from '../../support/browser.ts';
import { eachInDirectory } from '../../support/directory.ts';
import { eventually } from '../../support/eventually.ts';
import { formlogJson, startService } from '../../support/formlog.ts';
import { suiteUnless } from '../../support/left-out.ts';

const test = suiteUnless<{ dir: string }>(noBrowser, 'what waits for a mended receiver, in a browser');
eachInDirectory(test);

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

test('after a test that arrives, one click sends what waits', async ({ dir }) => {
  const receiver = { isMended: false, requests: 0 };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      receiver.requests += 1;
      response.writeHead(receiver.isMended ? 200 : 503).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  const service = await startService(dir);
  const greeting = await eventually('the greeting', () =>
    /console: (\S+)|(http\S+ticket=\S+)/.exec(service.lines.join('')),
  );
  const browser = await openBrowser(service.url);
  const { page } = browser;
  page.setDefaultTimeout(30_000);
  try {
    await page.goto(greeting[2] ?? '');
    await page.getByRole('link', { name: 'Destinations', exact: true }).click();
    await page.getByRole('button', { name: 'Add a destination' }).first().click();
    await page.getByLabel('Label').fill('CRM');
    await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`);
    await page.getByRole('button', { name: 'Add the destination' }).click();
    await page.getByText('shown', { exact: false }).first().waitFor();

    const [form] = await formlogJson(dir, ['forms', 'list']);
    const id = String(memberOf(form, 'id'));
    await formlogJson(dir, ['submissions', 'create', '--form', id, '--answer', 'name=Ada']);
    await eventually('the receiver has refused it', () => receiver.requests === 1);
    await eventually('it waits', async () => {
      const waiting = await formlogJson(dir, ['deliveries', 'list', '--status', 'pending']);
      return waiting.length === 1 && memberOf(waiting[0], 'attempt_count') === 1;
    });

    receiver.isMended = true;
    await page.getByText('I have it').click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('button', { name: 'Send the 1 waiting now' }).click();
    await eventually('it arrives', async () => {
      const arrived = await formlogJson(dir, ['deliveries', 'list', '--status', 'succeeded']);
      return arrived.some((delivery) => memberOf(delivery, 'kind') === 'submission.created');
    });
    assert.is(receiver.requests, 3, 'the refused one, the test, and what waited');
    assert.equal(browser.complaints, []);
  } catch (error) {
    console.log(page.url(), (await page.locator('main').textContent())?.slice(0, 600));
    throw error;
  } finally {
    await browser.close();
    await service.kill('SIGTERM');
    server.close();
  }
});

test.run();
