import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { byUrgency, type Need } from '../../../../web/console/overview/need.ts';
import { readPeriod } from '../../../../web/console/overview/period.ts';

const test = suite('periods and needs of the overview');
const now = new Date('2026-03-15T12:34:56.000Z');

for (const [range, count] of [
  ['1h', 31],
  ['24h', 25],
  ['7d', 29],
  ['30d', 31],
] as const)
  test(`the last ${range} has stretches without gaps that begin at full steps and include this moment`, () => {
    const { stretches } = readPeriod({ range }, now);
    assert.is(stretches.length, count);
    stretches.slice(1).forEach(({ since }, index) => assert.is(since, stretches[index]?.until));
    assert.ok((stretches.at(-1)?.until ?? '') > now.toISOString());
    const later = readPeriod({ range }, new Date(now.getTime() + 1_000));
    assert.equal(later.stretches, stretches, 'so that a later request counts the same');
  });

test('days that a person enters are both included; one day is shown by the hour', () => {
  const day = readPeriod({ from: '2026-02-01', to: '2026-02-01' }, now).stretches;
  assert.equal(
    [day.length, day[0]?.since, day.at(-1)?.until],
    [24, '2026-02-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z'],
  );
  const year = readPeriod({ from: '2025-01-01', to: '2025-12-31' }, now).stretches;
  assert.ok(year.length <= 31);
  assert.is(year.at(-1)?.until, '2026-01-01T00:00:00.000Z');
});

test('a day that does not exist, or the wrong order, is refused', () => {
  assert.throws(() => readPeriod({ from: '2026-02-30' }, now));
  assert.throws(() => readPeriod({ from: '2026-02-02', to: '2026-02-01' }, now));
});

test('the most urgent comes first, and of those the oldest', () => {
  const need = (title: string, urgency: Need['urgency'], since: string | null): Need => ({
    urgency,
    title,
    detail: '',
    since,
    accountId: null,
    help: { label: '', href: '' },
  });
  const needs = [
    need('c', 1, null),
    need('b', 0, '2026-02'),
    need('d', 3, '2026-01'),
    need('a', 0, '2026-01'),
  ];
  assert.equal(
    byUrgency(needs).map(({ title }) => title),
    ['a', 'b', 'c', 'd'],
  );
});

test.run();
