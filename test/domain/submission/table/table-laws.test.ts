import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { csvRows } from '../../../../api/exports/write-csv.ts';
import { askedQuestions } from '../../../../domain/form/definition.ts';
import { resolveAnswers } from '../../../../domain/submission/resolve-answers.ts';
import {
  answerColumns,
  tableDisplays,
  tableHeadings,
  type TableLayout,
  tableSplits,
} from '../../../../domain/submission/table/columns.ts';
import { withoutGuard } from '../../../../domain/submission/table/formula-guard.ts';
import { answerReader } from '../../../../domain/submission/table/read-cells.ts';
import { tableQuestions } from '../../../../domain/submission/table/table-questions.ts';
import { cellWriter } from '../../../../domain/submission/table/write-cells.ts';
import { type RandomForm, randomForms } from '../../../support/random-forms.ts';

const test = suite('laws of tables');
const runs = Number(process.env['FORMS'] ?? 60);

const layouts = fc
  .record({
    display: fc.constantFrom(...tableDisplays),
    split: fc.constantFrom(...tableSplits),
    headings: fc.constantFrom(...tableHeadings),
  })
  // In words, an answer of several parts in one cell is for people to read.
  .filter(({ display, split }) => !(display === 'labels' && split === 'cells'));

/** Writes the answers as CSV and reads them again. */
function throughCsv({ fields, submissions }: RandomForm, layout: TableLayout): readonly unknown[][] {
  const questions = askedQuestions(fields);
  const columns = answerColumns(tableQuestions([fields]), layout, ['id']);
  const headings = columns.map(({ heading }) => heading);
  assert.is(new Set([...headings, 'id']).size, headings.length + 1, 'headings are unique');
  const written = submissions.map((values) =>
    columns.map(({ question, part }) => {
      const index = questions.findIndex(({ fieldId }) => fieldId === question.fieldId);
      const asked = questions[index];
      return asked ? cellWriter(asked, part, layout.display)(values[index]) : '';
    }),
  );
  // A column of its own keeps rows without answers from being empty lines.
  const csv = csvRows([['id', ...headings], ...written.map((row) => ['x', ...row])], ',');
  const [, ...rows] = parse(csv);
  return rows.map(([, ...row]) => {
    const answers = fields.flatMap((field) => {
      const read = answerReader(field, { exactNumbers: true, dateOrder: null, timeZone: 'UTC' });
      const cells = new Map<string | null, string>();
      columns.forEach(({ question, part }, index) => {
        if (question.fieldId === field.id) cells.set(part, withoutGuard(row[index] ?? ''));
      });
      if (field.kind === 'statement') return [];
      const value = read(cells);
      if (!value.ok) throw new Error(`${field.kind}: ${JSON.stringify([value.error, ...cells])}`);
      return [[field.key, value.value] as const];
    });
    const resolved = resolveAnswers(fields, Object.fromEntries(answers));
    if (!resolved.ok) throw new Error(JSON.stringify(resolved.error));
    return resolved.value;
  });
}

/** A column for each option does not tell in which order options were chosen. */
function withoutOrder({ fields, submissions }: RandomForm, { split }: TableLayout) {
  const kinds = askedQuestions(fields).map(({ kind }) => kind);
  return submissions.map((values) =>
    values.map((value, index) => {
      if (split !== 'options' || kinds[index] !== 'multiple_choice' || !Array.isArray(value)) return value;
      const { options = [] } = askedQuestions(fields)[index] ?? {};
      return options.map((option) => option.value).filter((name) => value.includes(name));
    }),
  );
}

test('law: answers that are written to a table are read back, in every layout', () => {
  fc.assert(
    fc.property(randomForms, layouts, (form, layout) => {
      assert.equal(throughCsv(form, layout), withoutOrder(form, layout));
    }),
    { numRuns: runs },
  );
});

test.run();
