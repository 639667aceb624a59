import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inferForm } from '../../../../app/cli/import/infer-form.ts';
import { readRows } from '../../../../app/cli/import/read-rows.ts';
import { defineFields } from '../../../../domain/form/define-fields.ts';
import { resolveAnswers } from '../../../../domain/submission/resolve-answers.ts';
import { cleanText, isBlank } from '../../../../domain/text.ts';
import { answerText } from './answer-text.ts';

const test = suite('a form inferred from columns');

const column = (...cells: string[]) => ({
  labels: ['Question'],
  rows: cells.map((cell, index) => ({ line: index + 2, cells: [cell] })),
});

const kindOf = (...cells: string[]) => inferForm(column(...cells))[0]?.kind;

test('kinds', () => {
  assert.is(kindOf('1', '', '-2.5', '3292879998'), 'number');
  assert.is(kindOf('2024-02-29', '1999-12-31'), 'date');
  assert.is(kindOf('ada@example.com', 'b@example.org'), 'email');
  assert.is(kindOf('https://example.com/', 'http://example.org/a?b'), 'url');
  assert.is(kindOf('Yes', 'No', 'Yes', '', 'No'), 'single_choice');
  assert.is(kindOf('Ada', 'Grace', 'Edsger'), 'short_text');
  assert.is(kindOf('one line', 'two\nlines'), 'long_text');
  assert.is(kindOf('x'.repeat(300), 'y'), 'long_text');
  assert.is(kindOf('', ' '), 'short_text');
});

test('many repeated values make a dropdown', () => {
  const cells = Array.from({ length: 200 }, (_, index) => `${5 + (index % 20)} feet`);
  assert.is(kindOf(...cells), 'dropdown');
});

test('a column is not numeric if one cell would change', () => {
  for (const odd of [
    '007',
    '1.0',
    '1e3',
    '+5',
    ' 5',
    '12345678901234567890',
    '9007199254740992',
    'Infinity',
    'NaN',
    '0x10',
  ])
    assert.is.not(kindOf('1', '2', '3', odd), 'number', odd);
});

test('a column is not numeric if each point may separate thousands', () => {
  assert.is(kindOf('1.234', '12.345', '7'), 'short_text');
  assert.is(kindOf('1.234', '12.345', '7.5'), 'number');
  assert.is(kindOf('0.234', '12.345'), 'number');
});

test('a column is a date, an e-mail address or a URL only if every cell is', () => {
  assert.is(kindOf('2024-02-29', '2023-02-29'), 'short_text');
  assert.is(kindOf('ada@example.com', 'none'), 'short_text');
  assert.is(kindOf('https://example.com/', 'ftp://example.org/'), 'short_text');
});

test('keys are unique', () => {
  const fields = inferForm({ labels: ['Ranked?', 'Ranked!'], rows: [{ line: 2, cells: ['1', ' '] }] });
  assert.equal(
    fields.map(({ key }) => key),
    ['ranked', 'ranked_2'],
  );
});

test('law: the form accepts all cells and returns them as they are normalised', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('', 'Yes', 'No', '1', '01', '2024-01-01', '__proto__'),
    fc.double().map(String),
  );
  const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.tuple(fc.string(), fc.string()), rows, ([a, b], cells) => {
      const labels = [`A ${a}`, `B ${b}`];
      const records = cells.map((row, line) => ({ line, cells: row }));
      let count = 0;
      const defined = defineFields(inferForm({ labels, rows: records }), [], () => `q${++count}`);
      if (!defined.ok) throw new Error(JSON.stringify(defined.error));
      const fields = defined.value;
      const uses = fields.map((field) => ({ kind: 'answer', field, part: null }) as const);
      const reading = { isOwn: false, exactNumbers: true, timeZone: 'UTC' };
      for (const [index, row] of readRows(records, uses, fields, reading).entries()) {
        const resolved = resolveAnswers(fields, 'answers' in row ? row.answers : {});
        if (!resolved.ok) throw new Error(JSON.stringify(resolved.error));
        const back = resolved.value.map(answerText);
        assert.equal(
          back,
          cells[index]?.map((text) => (isBlank(text) ? '' : cleanText(text))),
        );
      }
    }),
    { numRuns: 200 },
  );
});

test.run();
