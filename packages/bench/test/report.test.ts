import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { jsonLine, table } from '../src/harness/report.ts';
import { atLeast, atMost, measured } from '../src/harness/suite.ts';

const test = suite('bench: report');

const fast = { suite: 's', row: { name: 'fast', target: atLeast(0.7) } };
const slow = { suite: 's', row: { name: 'slow-row', target: atMost(5) } };

test('a value that equals its target meets it', () => {
  assert.ok(atLeast(0.7).met(0.7));
  assert.not(atLeast(0.7).met(0.69));
  assert.ok(atMost(5).met(5));
  assert.not(atMost(5).met(5.1));
  assert.not(atLeast(0.7).met(Number.NaN));
  assert.not(atMost(5).met(Number.NaN));
});

test('a line of JSON has exactly six fields', () => {
  const line = jsonLine(fast, measured(12345.678, 24691.356, 'events/s'));
  assert.equal(JSON.parse(line), {
    suite: 's',
    row: 'fast',
    value: 12350,
    baseline: 24690,
    ratio: 0.5,
    unit: 'events/s',
  });
});

test('the table is aligned and marks rows that failed or missed their target', () => {
  const results = [
    { ...fast, measurement: measured(14_000, 20_000, 'events/s') },
    { ...slow, measurement: measured(6, 1, 'ms') },
    { suite: 's', row: { name: 'x', target: atMost(1) } },
  ];
  assert.equal(table(results).split('\n'), [
    'row       value  baseline  unit      ratio  target',
    'fast      14000     20000  events/s   0.70  ≥ 0.7   pass',
    'slow-row      6         1  ms         6.00  ≤ 5     MISS',
    'x                                           ≤ 1     failed',
  ]);
});

test.run();
