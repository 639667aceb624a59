import { escapeHtml } from '@kitajs/html';
import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ExistingForm } from '../../../domain/form/decider.ts';
import type { FieldDefinition } from '../../../domain/form/field.ts';
import { carryUnknown } from '../../../web/form/carry-over.ts';
import { typedIn } from '../../../web/form/entered-texts.ts';
import { openFormPages } from '../../../web/form/form-pages.tsx';
import type { KeptAnswer } from '../../../web/form/format-answer.ts';
import { renderKept } from '../../../web/form/kept-answers.tsx';
import { textsIn } from '../../../web/form/texts.ts';
import { openLongTexts } from '../../../web/parts/long-texts.ts';

const test = suite('long answers on a page that is shown again');

const story: FieldDefinition = {
  id: 'q',
  key: 'story',
  label: 'Story',
  kind: 'long_text',
  required: false,
  position: 0,
  hidden: false,
};

const form: ExistingForm = {
  exists: true,
  formId: 'form',
  accountId: 'account',
  title: 'Title',
  description: '',
  slug: 'title',
  status: 'published',
  wasPublished: true,
  fields: [story],
  version: 1,
  createdAt: '',
  updatedAt: '',
};

const entered = (typed: Record<string, string>, kept: readonly KeptAnswer[] = []) =>
  openFormPages().renderEntered(form, 'token', { typed: typedIn(typed), problems: [], notice: null, kept });

/** How often others had their turn while a page was rendered. */
async function turnsDuring(render: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  await render();
  clearInterval(counting);
  return turns;
}

test('rendering a megabyte of markup does not block others, wherever it stands', async () => {
  const markup = '<'.repeat(1_000_000);
  const many = Array.from({ length: 3_000 }, (_, n) => ({ label: `x${n}`, text: '<"'.repeat(200) }));
  const one = [{ label: 'x', text: markup }];
  const renders: Readonly<Record<string, () => Promise<unknown>>> = {
    'a typed text': () => entered({ story: markup }),
    'a kept text': () => entered({}, one),
    'many kept texts': () => entered({}, many),
    'a kept text of a closed form': async () => renderKept(one, textsIn('en'), openLongTexts()),
    'many kept texts of a closed form': async () => renderKept(many, textsIn('en'), openLongTexts()),
  };
  for (const [name, render] of Object.entries(renders)) {
    const turns = await turnsDuring(render);
    assert.ok(turns > 2, `${name}: ${turns} turns`);
  }
});

test('law: a text of any length and characters stands on the page in full', async () => {
  const text = fc
    .tuple(
      fc.string({ unit: 'binary', maxLength: 50 }),
      fc.constantFrom('<', '&amp;', '"', "'", '$&', '😀', '\n'),
    )
    .chain(([part, sign]) =>
      fc.integer({ min: 0, max: 9_000 }).map((times) => part + sign.repeat(times) + part),
    );
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 3 }), async (all) => {
      const longTexts = openLongTexts();
      const html = all.map((one) => `<p>${escapeHtml(longTexts.shortened(one))}</p>`).join('');
      assert.is(await longTexts.inserted(html), all.map((one) => `<p>${escapeHtml(one)}</p>`).join(''));
    }),
  );
});

test('a long text comes back in its control and among the kept answers', async () => {
  const text = `\n${'& <b> '.repeat(1_000)}end`;
  const page = await entered({ story: text }, [{ label: 'Earlier', text }]);
  assert.ok(page.includes(`>\n${escapeHtml(text)}</textarea>`));
  assert.ok(page.includes(`<dd dir="auto">${escapeHtml(text)}</dd>`));
});

test('names that no version of a form has had are not kept', () => {
  const sent = typedIn({ story: 'mine', other: 'x' });
  assert.equal(carryUnknown({ fields: [story], version: 1 }, sent).kept, []);
  assert.equal(carryUnknown({ fields: [story], version: 2 }, sent).kept, [{ label: 'other', text: 'x' }]);
});

test.run();
