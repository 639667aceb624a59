import { createServer } from 'node:http';
import * as assert from 'uvu/assert';
import { noBrowser, openBrowser } from '../../support/browser.ts';
import { eachInDirectory } from '../../support/directory.ts';
import { eventually } from '../../support/eventually.ts';
import { suiteUnless } from '../../support/left-out.ts';
import { startService } from '../../support/formlog.ts';

const test = suiteUnless<{ dir: string }>(noBrowser, 'the journeys of people, in a browser');
eachInDirectory(test);

/** A receiver that refuses everything until it is mended. */
async function startReceiver() {
  const state = { isMended: false, received: 0 };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (state.isMended) state.received++;
      response.writeHead(state.isMended ? 200 : 404).end(state.isMended ? 'ok' : 'no such hook');
    });
  });
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound ? bound.port : 0);
    }),
  );
  return { state, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() };
}

test('a form is made and filled in; its webhook fails, and is recovered; its answers are erased', async ({
  dir,
}) => {
  const receiver = await startReceiver();
  const service = await startService(dir);
  const greeting = await eventually('the greeting', () =>
    /console: (\S+)|(http\S+ticket=\S+)/.exec(service.lines.join('')),
  );
  const browser = await openBrowser(service.url);
  const { page } = browser;
  page.setDefaultTimeout(30_000);
  try {
    await page.goto(greeting[2] ?? '');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();

    await page.getByRole('link', { name: 'Destinations', exact: true }).click();
    await page.getByRole('button', { name: 'Add a destination' }).first().click();
    await page.getByLabel('Label').fill('CRM');
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByRole('button', { name: 'Add the destination' }).click();
    await page.getByText('shown', { exact: false }).first().waitFor();

    await page.getByRole('link', { name: 'Forms', exact: true }).click();
    await page.getByRole('button', { name: 'New form' }).click();
    await page.getByLabel('Title').fill('Our party');
    await page.getByRole('button', { name: 'Create, and add questions' }).click();
    await page.getByLabel('New field').selectOption('short_text');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByLabel('Question').fill('Your name');
    await page.getByText('An answer is required').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('The form is published.').waitFor();
    const formUrl = page.url();

    await page.goto((await page.locator('.share a').first().getAttribute('href')) ?? '');
    await page.getByRole('button', { name: 'Send' }).waitFor();
    // As long as a person takes.
    await eventually(
      'it takes as long',
      async () => Number(await page.evaluate('performance.now()')) > 2_000,
    );
    await page.getByLabel('Your name').fill('Ada');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you.').waitFor();

    await page.goto(formUrl);
    await page.getByRole('link', { name: '1', exact: true }).click();
    await page.getByRole('cell', { name: 'Ada' }).waitFor();
    await page.locator('tbody a').first().click();
    const submissionUrl = page.url();
    await eventually('the webhook fails', async () => {
      await page.reload();
      return (await page.locator('main').textContent())?.includes('Answered 404');
    });
    await page.locator('a[href^="/console/deliveries/"]').last().click();
    await page.getByText('Check the path of the address.').first().waitFor();
    await page.getByText('signature fits the body').waitFor();

    receiver.state.isMended = true;
    await page.getByRole('link', { name: 'Recoveries', exact: true }).click();
    await page.locator('a[href^="/console/recoveries/new"]').first().click();
    await page.getByRole('button', { name: /^Send/ }).click();
    await eventually('the webhook arrives', () => receiver.state.received > 0);

    await page.goto(`${service.url}/console/projections/forms`);
    await page.getByRole('button', { name: 'Rebuild' }).click();
    await page.getByText('A new generation is being built').waitFor();

    await page.goto(formUrl);
    await page.getByRole('link', { name: 'Every change, and the form at any time' }).click();
    await page.locator('input[type=range]').fill('0');
    await page.getByText('The state as of revision 0').waitFor();

    await page.goto(submissionUrl);
    await page.getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('button', { name: 'Yes, go on' }).click();
    await page.getByText('The submission is being erased.').waitFor();
    assert.not.match((await page.locator('main').textContent()) ?? '', 'Ada');
    assert.equal(browser.complaints, []);
  } catch (error) {
    console.log(page.url(), (await page.locator('main').textContent())?.slice(0, 600));
    throw error;
  } finally {
    await browser.close();
    await service.kill('SIGTERM');
    receiver.close();
  }
});

test.run();
