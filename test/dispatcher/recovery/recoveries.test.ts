import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pause } from '../../../async/pause.ts';
import { type RecoveriesDeps, runRecoveries } from '../../../dispatcher/recovery/recoveries.ts';
import { delivery } from '../../../domain/delivery/decider.ts';
import { recovery } from '../../../domain/recovery/decider.ts';
import type { RecoveryEvent } from '../../../domain/recovery/events.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import {
  configured,
  inDelivery,
  inRecovery,
  minute,
  recoveryRequested,
  scheduled,
} from '../../projections/samples.ts';
import { openMemoryLeases } from '../../simulation/memory/memory-leases.ts';
import { logOf, openMemoryLog } from '../../simulation/memory/memory-log.ts';
import { openMemoryStore } from '../../simulation/memory/memory-store.ts';
import { eventually } from '../../support/eventually.ts';
import { noForms } from '../../support/forms.ts';
import { deliveriesIn } from '../worker/planned.ts';

const test = suite('recoveries');

const at = minute(9);
const taken: RecoveryEvent = {
  type: 'RecoveryBatchTaken',
  data: { batch: 1, deliveryIds: ['w0', 'w1'], place: { at: minute(5), id: 'w1' }, at },
};
const stops: readonly RecoveryEvent[] = [
  { type: 'RecoveryCancelled', data: { at } },
  { type: 'RecoveryPaused', data: { reason: 'operator', at } },
];

/** A log with some history, the store that follows it, and who carries recoveries out. */
function openWorld(history: readonly ReturnType<typeof configured>[]) {
  const now = () => new Date(minute(10));
  const log = openMemoryLog(now);
  const store = openMemoryStore();
  log.watch(store.apply);
  const metadata = {
    accountId: 'acme',
    actor: { kind: 'system', id: 'test' },
    correlationId: 'c',
    causationId: 'c',
  } as const;
  for (const [n, { stream, event }] of history.entries())
    log.append(stream, log.stream(stream).length - 1, [{ id: `e${n}`, event, metadata }]);
  const readable = logOf(log, async (effect) => effect());
  const aggregates = openAggregates(readable);
  const deliveries = deliveriesIn(readable, aggregates);
  const leases = openMemoryLeases(5_000, Date.now, () => undefined);

  /** @returns what ends it */
  function run(others: Partial<RecoveriesDeps>): () => Promise<void> {
    const over = new AbortController();
    const running = runRecoveries(
      {
        aggregates,
        deliveries,
        now,
        definitions: noForms,
        recoveries: store.recoveries,
        destinations: store.destinations,
        leases: leases.leasesFor(async (effect) => effect()),
        logger: pino({ level: 'silent' }),
        progress: {
          positionOf: store.position,
          waitFor: async () => true,
          waitForChange: async (_model, _seen, _ms, signal) => {
            await pause(5, signal ?? over.signal);
            return true;
          },
        },
        ...others,
      },
      over.signal,
    );
    return () => {
      over.abort();
      return running;
    };
  }
  return { store, aggregates, run };
}

for (const stop of stops)
  test(`an open batch of a dead process is finished, even after ${stop.type}`, async () => {
    const exhausted = {
      type: 'DeliveryExhausted',
      data: { destinationId: 'd1', attempt: 1, reason: 'rejected', at },
    } as const;
    const left = ['w0', 'w1', 'w2'].flatMap((id) => [scheduled(id), inDelivery(id, exhausted)]);
    const recovering = [recoveryRequested('r1'), inRecovery('r1', taken), inRecovery('r1', stop)];
    const { store, aggregates, run } = openWorld([configured('d1'), ...left, ...recovering]);
    const stopRunning = run({});
    try {
      const state = await eventually('the batch is through', async () => {
        const { state: found } = await aggregates.load(recovery, 'recovery-r1');
        return found.exists && found.inProgress === null && found;
      });
      assert.equal([state.replayed, state.batch], [2, 1]);
      const statuses = ['w0', 'w1', 'w2'].map(async (id) => {
        const { state: found } = await aggregates.load(delivery, `delivery-${id}`);
        return found.exists && found.status;
      });
      assert.equal(await Promise.all(statuses), ['pending', 'pending', 'failed']);
      assert.equal(await store.recoveries.running(1), []);
    } finally {
      await stopRunning();
    }
  });

test('an interrupted recovery is reported until it makes progress', async () => {
  const { store, run } = openWorld([configured('d1'), recoveryRequested('r1')]);
  let isAway = true;
  const told: string[] = [];
  const { recoveries } = store;
  const stopRunning = run({
    recoveries: {
      running: recoveries.running,
      next: async (...args) => {
        if (isAway) throw new Error('the store is away');
        return recoveries.next(...args);
      },
    },
    onState: (state) =>
      void told.push(state.state === 'stopped' ? `stopped: ${String(state.error)}` : state.state),
    onActivity: (activity) => void told.push(activity?.message ?? 'nothing to do'),
  });
  try {
    const failed = 'stopped: Error: recovery r1 was interrupted: the store is away';
    await eventually('it is said', () => told.filter((line) => line === failed).length > 2);
    assert.is(told.includes('1 recovery is in progress.'), true);
    const since = told.indexOf(failed);
    assert.not.ok(told.slice(since).includes('live'), 'nothing was got on with');
    isAway = false;
    await eventually('it got on', () => told.at(-1) === 'nothing to do');
    assert.ok(told.slice(since).includes('live'));
  } finally {
    await stopRunning();
  }
});

test('a failed read of the list stops running recoveries, and the list is read again', async () => {
  const { stream, event } = recoveryRequested('r1');
  if (event.type !== 'RecoveryRequested') throw new Error('the sample is another event');
  const slow = { stream, event: { ...event, data: { ...event.data, perSecond: 0.001 } } };
  const left = [configured('d1'), scheduled('w0'), scheduled('w1')];
  const { store, aggregates, run } = openWorld([...left, slow, inRecovery('r1', taken)]);
  let isAway = false;
  let looks = 0;
  const { recoveries } = store;
  const stopRunning = run({
    recoveries: {
      ...recoveries,
      running: async (...args) => {
        looks += 1;
        if (!isAway) return recoveries.running(...args);
        isAway = false;
        throw new Error('the store is away');
      },
    },
  });
  try {
    await eventually('the batch is through, and rests for half an hour', async () => {
      const { state } = await aggregates.load(recovery, 'recovery-r1');
      return state.exists && state.inProgress === null;
    });
    isAway = true;
    await eventually('the list could not be read', () => !isAway);
    const before = looks;
    await eventually('it is read again', () => looks > before);
  } finally {
    await stopRunning();
  }
});

test.run();
