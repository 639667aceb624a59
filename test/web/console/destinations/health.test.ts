import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DeliveryBrief } from '../../../../projections/read-models/deliveries/recent-deliveries.ts';
import { healthOf, percentOf } from '../../../../web/console/destinations/health.ts';
import { HealthChart } from '../../../../web/console/destinations/health-chart.tsx';

const test = suite('the health of a destination');

const now = new Date('2026-01-02T00:00:00.000Z');
const span = { since: '2026-01-01T00:00:00.000Z', now, count: 24, limit: 100 };
const hour = (n: number): string => new Date(Date.UTC(2026, 0, 1, n)).toISOString();

const delivery = (n: number, status: DeliveryBrief['status'], attempt_count = 1): DeliveryBrief => ({
  created_at: hour(n),
  updated_at: hour(n),
  status,
  attempt_count,
  next_attempt_at: null,
});

test('counts the delivered among the attempted; a delivery that waits for a retry counts as failed', () => {
  const health = healthOf(
    [
      delivery(1, 'succeeded'),
      delivery(2, 'failed'),
      delivery(3, 'pending', 2),
      delivery(4, 'pending', 0),
      delivery(5, 'skipped', 0),
      delivery(6, 'exhausted', 10),
    ],
    span,
  );
  assert.equal(health.counts, {
    delivered: 1,
    retrying: 1,
    failed: 2,
    waiting: 1,
    skipped: 1,
    cancelled: 0,
  });
  assert.is(health.successRate, 0.25);
  assert.is(health.isCapped, false);
});

test('without an attempt there is no rate', () => {
  assert.is(healthOf([delivery(1, 'pending', 0)], span).successRate, null);
});

test('failures in a row are those since the last success, in the order of the attempts', () => {
  const late = { ...delivery(0, 'failed'), updated_at: hour(20) };
  const mended = [delivery(1, 'failed'), delivery(2, 'failed'), delivery(3, 'succeeded')];
  assert.is(healthOf(mended, span).failuresInARow, 0);
  assert.is(healthOf([...mended, late], span).failuresInARow, 1);
  assert.is(healthOf(mended.slice(0, 2), span).failuresInARow, 2);
});

test('failures before a destination was enabled again do not count', () => {
  const failed = [delivery(1, 'failed'), delivery(2, 'failed'), delivery(3, 'failed'), delivery(4, 'failed')];
  assert.is(healthOf(failed, { ...span, enabledAt: hour(5) }).failuresInARow, 0);
  assert.is(healthOf(failed, { ...span, enabledAt: hour(3) }).failuresInARow, 1);
});

test('each interval has the deliveries of its events, including those of this instant', () => {
  const { buckets } = healthOf(
    [delivery(0, 'succeeded'), delivery(1, 'failed'), delivery(24, 'succeeded')],
    span,
  );
  const filled = buckets.flatMap(({ from, counts }) =>
    counts.delivered + counts.failed > 0 ? [`${from} ${counts.delivered} ${counts.failed}`] : [],
  );
  assert.equal(filled, [`${hour(0)} 1 0`, `${hour(1)} 0 1`, `${hour(23)} 1 0`]);
});

test('says that it counted only up to its limit', () => {
  assert.is(
    healthOf([delivery(1, 'succeeded'), delivery(2, 'succeeded')], { ...span, limit: 2 }).isCapped,
    true,
  );
});

test('a rate is 100 % only if all deliveries arrived, and 0 % only if none did', () => {
  assert.equal([0, 0.0001, 0.5, 0.99999, 1].map(percentOf), ['0 %', '0.1 %', '50.0 %', '99.9 %', '100 %']);
});

test('the chart has its numbers in words, and no inline styles', () => {
  const { buckets } = healthOf([delivery(1, 'succeeded'), delivery(1, 'failed')], span);
  const made = HealthChart({ buckets, title: 'a "title"', height: 20, bar: 4, class: 'spark' });
  const chart = typeof made === 'string' ? made : '';
  assert.match(chart, '<title>2026-01-01 01:00:00 UTC: 1 delivered, 1 failed</title>');
  assert.match(chart, 'aria-label="a &#34;title&#34;"');
  assert.not.match(chart, 'style=');
});

test.run();
