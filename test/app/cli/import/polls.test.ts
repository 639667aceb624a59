import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inferForm } from '../../../../app/cli/import/infer-form.ts';
import { type Import, readImport } from '../../../../app/cli/import/read-import.ts';
import { readRows } from '../../../../app/cli/import/read-rows.ts';
import { defineFields } from '../../../../domain/form/define-fields.ts';
import { resolveAnswers } from '../../../../domain/submission/resolve-answers.ts';
import { rootUrl } from '../../../support/repository.ts';
import { answerText } from './answer-text.ts';

const test = suite('real polls, where available');

const folder = new URL('../shared/data/', rootUrl);

/** The rows as answers to the questions that are made of the columns, in order. */
function answersOf(file: Import): unknown[][] {
  const defined = defineFields(inferForm(file), [], () => randomUUID());
  if (!defined.ok) throw new Error(JSON.stringify(defined.error));
  const fields = defined.value;
  const uses = fields.map((field) => ({ kind: 'answer', field, part: null }) as const);
  const reading = { isOwn: false, exactNumbers: true, timeZone: 'UTC' };
  return readRows(file.rows, uses, fields, reading).map((row) => {
    if ('reasons' in row) throw new Error(`line ${row.line}: ${row.reasons.join()}`);
    const resolved = resolveAnswers(fields, row.answers);
    if (!resolved.ok) throw new Error(JSON.stringify(resolved.error));
    return resolved.value;
  });
}

const polls = [
  { name: 'star-wars.csv', rows: 1186, headers: 2, encoding: 'Windows-1252', columns: 38 },
  { name: 'flying-etiquette.csv', rows: 1040, headers: 1, encoding: 'UTF-8', columns: 27 },
  { name: 'steak-risk.csv', rows: 550, headers: 2, encoding: 'UTF-8', columns: 15 },
];

for (const poll of polls.filter(({ name }) => existsSync(new URL(name, folder))))
  test(`${poll.name}: every row is accepted, and every answer is unchanged`, () => {
    const bytes = readFileSync(new URL(poll.name, folder));
    const read = readImport(bytes);
    if (!read.ok) throw new Error(read.error.message);
    const { rows, headerRows, encoding, labels } = read.value;
    assert.equal(
      [rows.length, headerRows, encoding, labels.length],
      [poll.rows, poll.headers, poll.encoding, poll.columns],
    );
    const expected = parse(new TextDecoder(encoding).decode(bytes)).slice(headerRows);
    assert.equal(
      answersOf(read.value).map((values) => values.map(answerText)),
      expected,
    );
  });

test('a poll of the same kind: two header rows, Windows-1252, quotes, blanks', () => {
  const text =
    'Id,"Which, if any?",,How \u00e9tonn\u00e9?\r\n,One,Two,Response\r\n1,One,,"6\'3"""\r\n2,,Two,\u00bd\r\n';
  const read = readImport(Buffer.from(text, 'latin1'));
  if (!read.ok) throw new Error(read.error.message);
  const { labels, encoding } = read.value;
  assert.is(encoding, 'Windows-1252');
  assert.equal(labels, ['Id', 'Which, if any? — One', 'Which, if any? — Two', 'How étonné?']);
  assert.equal(
    answersOf(read.value).map((values) => values.filter((value) => value !== null)),
    [
      [1, 'One', '6\'3"'],
      [2, 'Two', '½'],
    ],
  );
});

test.run();
