import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { matchColumns } from '../../../../app/cli/import/match-columns.ts';
import { readRows, type RowReading } from '../../../../app/cli/import/read-rows.ts';
import { fieldsOf } from '../../../support/fields.ts';

const test = suite('reading rows');

const fields = fieldsOf(
  { key: 'name', label: 'Name', kind: 'short_text', required: true },
  { key: 'ok', label: 'OK', kind: 'yes_no', required: true },
  { key: 'born', label: 'Born', kind: 'date' },
);

/** Reads one row: the answers and the time, or the reasons why it does not fit. */
function read(cells: Readonly<Record<string, string>>, reading: Partial<RowReading> = {}) {
  const headings = Object.keys(cells);
  const uses = matchColumns(headings, fields, { mappings: [], isOwn: false });
  if (!uses.ok) throw new Error(uses.error);
  const rows = [{ line: 2, cells: Object.values(cells) }];
  const [row] = readRows(rows, uses.value, fields, {
    isOwn: false,
    exactNumbers: false,
    timeZone: 'Europe/Berlin',
    ...reading,
  });
  if (!row) throw new Error('no row');
  return 'reasons' in row ? row.reasons : row.submittedAt;
}

test('every reason is named once', () => {
  assert.equal(read({ Name: '', OK: 'perhaps', Born: '31.02.2026' }), [
    'ok: Must be yes or no.',
    'name: Requires an answer.',
    'born: Must be a date of the calendar, YYYY-MM-DD.',
  ]);
});

test('a row with more cells than the header fits no columns, and tells nothing about the order of dates', () => {
  const uses = matchColumns(['Name', 'OK', 'Born'], fields, { mappings: [], isOwn: false });
  if (!uses.ok) throw new Error(uses.error);
  const rows = [
    { line: 2, cells: ['Ada', 'yes', '13/02/2026'] },
    { line: 3, cells: ['Lovelace', 'Ada', '02/13/2026', 'yes'] },
  ];
  const reading = { isOwn: false, exactNumbers: false, timeZone: 'UTC' };
  const [fits, tooLong] = readRows(rows, uses.value, fields, reading);
  assert.equal(fits && 'answers' in fits && fits.answers['born'], '2026-02-13');
  assert.equal(tooLong, { ...rows[1], reasons: ['Has 4 cells, but the header has 3.'] });
});

const timeOf = (submitted_at: string) => read({ Name: 'Ada', OK: 'yes', submitted_at });

test('the time of a submission is read in the time zone', () => {
  assert.is(timeOf('27.11.2025 09:00'), '2025-11-27T08:00:00.000Z');
  assert.is(timeOf('2025-11-27T09:00+02:00'), '2025-11-27T07:00:00.000Z');
  assert.is(timeOf(''), null);
});

const faults: readonly (readonly [time: string, reason: RegExp])[] = [
  ['2025-02-30T09:00:00Z', /Must be a date with a time of day/],
  ['2025-11-27', /Must be a date with a time of day/],
  ['3/4/2025 09:00', /--date-order/],
  ['2025-10-26 02:30', /comes twice/],
  ['2025-03-30 02:30', /does not exist/],
  [new Date(Date.now() + 3_600_000).toISOString(), /in the future/],
];
for (const [time, reason] of faults)
  test(`a time such as ${reason.source} is refused with its reason`, () => {
    assert.match(String(timeOf(time)), reason);
  });

test.run();
