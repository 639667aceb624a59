import { chromium, type Page } from 'playwright-core';
import { locate } from '../../../../../test/support/tools.ts';
import { make, startService } from '../../api/service.ts';
import type { Context } from '../../harness/context.ts';
import { median } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { signIn } from './delivery-list.ts';

const questions = 200;
const options = ['Apple', 'Pear', 'Plum'].map((label) => ({ value: label, label }));
const kinds = ['short_text', 'single_choice', 'rating', 'email', 'multiple_choice', 'nps', 'date', 'yes_no'];
const longForm = {
  title: 'A form of many questions',
  fields: Array.from({ length: questions }, (_, n) => {
    const kind = kinds[n % kinds.length] ?? 'short_text';
    return { label: `Question ${n + 1}`, kind, ...(kind.endsWith('_choice') && { options }) };
  }),
};

/** The page of the editor is opened so often, and a question moved so often, of which the median counts. */
const turns = 7;
const limits = { openMs: 300, moveMs: 50 };

/** A browser that is signed in, and the address of the editor of a form with 200 questions; made once a run. */
const openEditor = (context: Context) => context.shared('editor', start);

async function start(context: Context) {
  const executablePath = locate('chromium');
  if (executablePath === undefined)
    throw new Error('this row needs chromium; on Debian: apt-get install chromium');
  const service = await startService(context);
  const { url, operatorToken, accountId } = service;
  const formId = await make(service, `accounts/${accountId}/forms`, longForm);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  context.onRelease(() => browser.close());
  const page = await browser.newPage();
  const { cookie } = await signIn(url, operatorToken);
  const [name = '', ...value] = cookie.split('=');
  await page.context().addCookies([{ name, value: value.join('='), url }]);
  return { page, address: `${url}/console/forms/${formId}/edit` };
}

/** Opens the editor. @returns how long it took until its scripts answer to keys, in ms */
async function opened(page: Page, address: string): Promise<number> {
  const begun = performance.now();
  await page.goto(address);
  await page.waitForSelector('#editor[data-ready]');
  return performance.now() - begun;
}

/** Moves the last question up by keys. @returns how long it took until the next frame was drawn, in ms */
const moved = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const head = [...document.querySelectorAll('#questions .head')].at(-1);
    head.focus();
    const begun = performance.now();
    head.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true }));
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
  })`);

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn++) times.push(await measure());
  return median(times);
}

/** The time until the editor of a form with 200 questions answers to keys, against 300 ms. */
export const editorOpens: Row = {
  name: 'editor',
  target: atMost(1),
  async run(context) {
    const { page, address } = await openEditor(context);
    await opened(page, address);
    return measured(await medianOf(() => opened(page, address)), limits.openMs, 'ms');
  },
};

/** The time from a key to the frame in which one of 200 questions has moved, against 50 ms. */
export const editorMoves: Row = {
  name: 'editor-move',
  target: atMost(1),
  async run(context) {
    const { page, address } = await openEditor(context);
    await opened(page, address);
    return measured(await medianOf(() => moved(page)), limits.moveMs, 'ms');
  },
};
