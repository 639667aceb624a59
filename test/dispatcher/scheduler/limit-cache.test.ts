import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LimitCache } from '../../../dispatcher/scheduler/limit-cache.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import { LogUnavailable } from '../../../log/log-errors.ts';
import type { DestinationLimit } from '../../../projections/read-models/destinations/destination-limits.ts';
import { recorded } from '../../projections/documents-of.ts';
import { accountOpened, configured, type Fact, inDestination, minute } from '../../projections/samples.ts';
import { logOf, openMemoryLog } from '../../simulation/memory/memory-log.ts';

const test = suite('limit cache');

const own = { concurrency: 8, perSecond: null };
const shares = { accountId: 'acme', plan: 'free', host: 'crm.example' };
const removed = inDestination('d1', { type: 'DestinationRemoved', data: { at: minute(2) } });

/** A cache over a log with these facts, and over a read model that shows what a test puts into it. */
function caching(...facts: Fact[]) {
  const log = openMemoryLog(() => new Date(minute(10)));
  for (const one of recorded(facts)) log.append(one.stream, one.revision - 1, [one]);
  const shown = new Map<string, DestinationLimit>();
  let isAvailable = true;
  let reads = 0;
  let at = 0;
  const call = async <T>(effect: () => T): Promise<T> => {
    if (!isAvailable) throw new LogUnavailable(new Error('the log is gone'));
    reads++;
    return effect();
  };
  const destinationLimits = { of: async () => shown };
  const aggregates = openAggregates(logOf(log, call));
  return {
    cache: new LimitCache({ destinationLimits, aggregates }, () => at),
    shown,
    reads: () => reads,
    pass: (ms: number) => void (at += ms),
    setAvailable: (is: boolean) => void (isAvailable = is),
  };
}

test('nothing is sent to a destination whose limits are not read', async () => {
  const { cache, shown } = caching();
  shown.set('d1', { ...own, shares });
  assert.is(cache.of('d1').concurrency, 0);
  assert.ok(cache.hasRequests());
  assert.equal(await cache.refresh(), ['d1']);
  assert.equal(cache.of('d1'), { ...own, shares });
  assert.not.ok(cache.hasRequests());
});

test('a destination that the read model does not show yet has the limits that it has in the log', async () => {
  const { cache } = caching(accountOpened('acme'), configured('d1'));
  cache.of('d1');
  await cache.refresh();
  assert.equal(cache.of('d1'), { ...own, shares });
});

test('a removed destination shares no limits: its deliveries are only cancelled', async () => {
  const { cache } = caching(accountOpened('acme'), configured('d1'), removed);
  cache.of('d1');
  await cache.refresh();
  assert.is(cache.of('d1').shares, null);
  assert.ok(cache.of('d1').concurrency > 0);
});

test('the limits of a destination that neither the read model nor the log can show are read again', async () => {
  const { cache, setAvailable } = caching(accountOpened('acme'), configured('d1'));
  cache.of('d1');
  setAvailable(false);
  assert.equal(await cache.refresh(), []);
  assert.is(cache.of('d1').concurrency, 0);
  setAvailable(true);
  assert.equal(await cache.refresh(), ['d1']);
  assert.equal(cache.of('d1'), { ...own, shares });
});

test('a change takes effect within seconds, and by the read model once it shows the destination', async () => {
  const { cache, shown, pass, reads } = caching(accountOpened('acme'), configured('d1'));
  cache.of('d1');
  await cache.refresh();
  const before = reads();
  shown.set('d1', { ...own, concurrency: 2, shares });
  assert.equal(await cache.refresh(), []);
  pass(2_000);
  assert.equal(await cache.refresh(), ['d1']);
  assert.is(cache.of('d1').concurrency, 2);
  assert.is(reads(), before);
});

test.run();
