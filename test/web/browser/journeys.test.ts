import * as assert from 'uvu/assert';
import { browserSuite } from '../../support/browser.ts';
import { eachInDirectory } from '../../support/directory.ts';
import { eventually } from '../../support/eventually.ts';
import { formlogJson } from '../../support/formlog.ts';
import { inLongRun } from '../../support/long-run.ts';
import { inConsole } from './console-journey.ts';

const test = browserSuite<{ dir: string }>('the journeys of people, in a browser');
eachInDirectory(test);

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

test('a form is made and filled in; its webhook fails, and is recovered; its answers are erased', ({ dir }) =>
  inConsole(dir, 404, async (page, receiver, service) => {
    await page.getByRole('link', { name: 'Forms', exact: true }).click();
    await page.getByRole('button', { name: 'New form' }).click();
    await page.getByLabel('Title').fill('Our party');
    await page.getByRole('button', { name: 'Create, and add questions' }).click();
    await page.locator('#editor[data-ready]').waitFor();
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByRole('button', { name: 'Short text' }).click();
    await page.getByLabel('Question', { exact: true }).fill('Your name');
    await page.getByText('An answer is required').click();
    await page.getByRole('button', { name: 'Save to the form' }).click();
    await page.getByText('The form is saved.').waitFor();
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
    await page.getByText('signature matches the body').waitFor();

    receiver.isMended = true;
    await page.getByRole('link', { name: 'Recoveries', exact: true }).click();
    await page.locator('a[href^="/console/recoveries/new"]').first().click();
    await page.getByRole('button', { name: /^Send/ }).click();
    await eventually('the webhook arrives', () => receiver.received > 0);

    await page.goto(`${service.url}/console/projections/forms`);
    await page.getByRole('button', { name: 'Rebuild' }).click();
    await page.getByText('A new generation was requested').waitFor();

    await page.goto(formUrl);
    await page.getByRole('link', { name: 'Every change, and the form at any time' }).click();
    await page.locator('input[type=range]').fill('0');
    await page.getByText('After event 0,').waitFor();

    await page.goto(submissionUrl);
    await page.getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('button', { name: 'Yes, go on' }).click();
    await page.getByText('The submission is being erased.').waitFor();
    assert.not.match((await page.locator('main').textContent()) ?? '', 'Ada');
  }));

inLongRun(test)('after a successful test, one click sends the waiting deliveries', ({ dir }) =>
  inConsole(dir, 503, async (page, receiver) => {
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
  }),
);

test.run();
