import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runRecovery } from '../../../dispatcher/recovery/run-recovery.ts';
import { recovery } from '../../../domain/recovery/decider.ts';
import { type CommandContext, openAggregates } from '../../../log/aggregates.ts';
import {
  configured,
  type Fact,
  inDelivery,
  inDestination,
  inRecovery,
  minute,
  recoveryRequested,
  scheduled,
} from '../../projections/samples.ts';
import { logOf, openMemoryLog } from '../../simulation/memory/memory-log.ts';
import { openMemoryStore } from '../../simulation/memory/memory-store.ts';
import { noForms } from '../../support/forms.ts';
import { deliveriesIn } from '../worker/planned.ts';

const test = suite('counts of a recovery that another process started');
const at = minute(9);
const context: CommandContext = {
  accountId: 'acme',
  actor: { kind: 'system', id: 'test' },
  correlationId: 'c',
  causationId: 'c',
};

/** What may have come between the replay of a delivery and the death of the hand that asked for it. */
const since: Readonly<Record<string, Fact>> = {
  'its destination was disabled': inDestination('d1', {
    type: 'DestinationDisabled',
    data: { reason: { kind: 'operator' }, at },
  }),
  'its destination was removed': inDestination('d1', { type: 'DestinationRemoved', data: { at } }),
  'it was cancelled': inDelivery('w0', {
    type: 'DeliveryCancelled',
    data: { reason: 'source_erased', at },
  }),
};

for (const [what, fact] of Object.entries(since))
  test(`a replayed delivery counts as replayed, although ${what} since`, async () => {
    const now = () => new Date(minute(10));
    const log = openMemoryLog(now);
    const store = openMemoryStore();
    log.watch(store.apply);
    const history = [
      configured('d1'),
      scheduled('w0'),
      inDelivery('w0', {
        type: 'DeliveryExhausted',
        data: { destinationId: 'd1', attempt: 1, reason: 'rejected', at },
      }),
      recoveryRequested('r1'),
      inRecovery('r1', {
        type: 'RecoveryBatchTaken',
        data: { batch: 1, deliveryIds: ['w0'], place: { at, id: 'w0' }, at },
      }),
      inDelivery('w0', { type: 'DeliveryReplayRequested', data: { dueAt: at, recoveryId: 'r1', at } }),
      fact,
    ];
    for (const [n, { stream, event }] of history.entries())
      log.append(stream, log.stream(stream).length - 1, [{ id: `e${n}`, event, metadata: context }]);
    const readable = logOf(log, async (effect) => effect());
    const aggregates = openAggregates(readable);
    const { recoveries, destinations } = store;
    const deliveries = deliveriesIn(readable, aggregates);
    const read = { log: readable, deliveries, definitions: noForms, recoveries, destinations };
    const deps = { aggregates, now, ...read, progress: { waitFor: async () => true } };
    await runRecovery(deps, 'r1', new AbortController().signal);
    const { state } = await aggregates.load(recovery, 'recovery-r1');
    if (!state.exists) throw new Error('there is no recovery');
    assert.equal([state.inProgress, state.replayed, state.passedOver], [null, 1, 0]);
  });

test.run();
