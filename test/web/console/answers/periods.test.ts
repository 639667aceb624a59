import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addressWith,
  describePeriod,
  periodOf,
  previousPeriod,
  timesOf,
  withRealDays,
} from '../../../../web/console/answers/answers-query.ts';

const test = suite('the periods of answers');
const now = new Date('2026-11-28T23:30:00Z');

test('the last days end today in the time zone of the form', () => {
  assert.equal(periodOf({ days: '7' }, now, 'UTC'), { from: '2026-11-22', to: '2026-11-28' });
  assert.equal(periodOf({ days: '7' }, now, 'Europe/Berlin'), { from: '2026-11-23', to: '2026-11-29' });
  assert.equal(periodOf({ from: '2026-01-01' }, now, 'UTC'), { from: '2026-01-01', to: null });
});

test('a day begins at midnight of the zone, and the last day counts', () => {
  assert.equal(timesOf({ from: '2026-03-29', to: '2026-03-29' }, 'Europe/Berlin'), {
    since: '2026-03-28T23:00:00.000Z',
    until: '2026-03-29T22:00:00.000Z',
  });
  assert.equal(timesOf({ from: null, to: null }, 'UTC'), { since: undefined, until: undefined });
});

test('the period before is as long, and ends where the period begins', () => {
  const previous = (from: string | null, to: string | null) => previousPeriod({ from, to }, now, 'UTC');
  assert.equal(previous('2026-11-22', '2026-11-28'), { from: '2026-11-15', to: '2026-11-21' });
  assert.equal(previous('2026-11-28', null), { from: '2026-11-27', to: '2026-11-27' });
  assert.is(previous(null, '2026-11-28'), null);
  assert.is(previous('2026-12-02', '2026-11-28'), null);
});

test('periods in words, and addresses with other parameters', () => {
  assert.is(describePeriod({ from: null, to: null }), 'all time');
  assert.is(describePeriod({ from: '2026-01-01', to: null }), 'since 2026-01-01');
  assert.is(
    addressWith('/x', { days: '7', first: 3 }, { first: null, source: 'api' }),
    '/x?days=7&source=api',
  );
  assert.is(addressWith('/x', {}, {}), '/x');
});

test('a day that no calendar has is left out', () => {
  assert.equal(withRealDays({ from: '2026-02-30', to: '2026-03-01' }), { to: '2026-03-01' });
});

test.run();
