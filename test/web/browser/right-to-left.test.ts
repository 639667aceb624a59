import type { Page } from 'playwright-core';
import Type from 'typebox';
import { Value } from 'typebox/value';
import * as assert from 'uvu/assert';
import { browserSuite } from '../../support/browser.ts';
import { atEditor, type EditedService, startEdited } from './editor-pages.ts';

const test = browserSuite('texts from right to left in the console, in a browser');
let edited: EditedService;
test.before(async () => {
  edited = await startEdited();
});
test.after(() => edited.service.close());

const question = 'מה שמך?';

/** Whether the last character of each element with the text is left of the first. */
const endsAtTheLeft = async (page: Page): Promise<readonly boolean[]> =>
  Value.Parse(
    Type.Array(Type.Boolean()),
    await page.evaluate(`(() => {
    const found = [...document.querySelectorAll('#main *')].filter(({ childNodes }) =>
      [...childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() === '${question}'),
    );
    const leftOf = (node, at) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    };
    const shown = found.filter((each) => each.getClientRects().length > 0);
    return shown.map(({ firstChild }) => leftOf(firstChild, firstChild.data.length - 1) < leftOf(firstChild, 0));
  })()`),
  );

test('a question in Hebrew ends with its question mark', async () => {
  const formId = await edited.newForm([question]);
  await edited.service.settled();
  await atEditor(edited, formId, async (page) => {
    const inEditor = await endsAtTheLeft(page);
    assert.ok(inEditor.length > 0 && inEditor.every(Boolean), `in the editor: ${String(inEditor)}`);
    await page.goto(`${edited.address}/console/forms/${formId}`);
    assert.equal(await endsAtTheLeft(page), [true]);
  });
});

test.run();
