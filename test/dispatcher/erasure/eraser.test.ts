import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { recordAttempt } from '../../../commands/delivery/record-attempt.ts';
import { defaultRetrySchedule } from '../../../domain/delivery/retry-schedule.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import { StreamErased } from '../../../log/log-errors.ts';
import { configured, type Fact, inDestination, minute } from '../../projections/samples.ts';
import { logOf } from '../../simulation/memory/memory-log.ts';
import { eventually } from '../../support/eventually.ts';
import { deliveriesIn } from '../worker/planned.ts';
import { openEraserWorld } from './eraser-world.ts';

const test = suite('eraser');

type World = Awaited<ReturnType<typeof openEraserWorld>>;

/** Runs a test with an eraser, which is stopped at its end. */
async function withWorld(
  run: (world: World) => Promise<void>,
  options?: Parameters<typeof openEraserWorld>[0],
): Promise<void> {
  const world = await openEraserWorld(options);
  try {
    await run(world);
  } finally {
    await world.stop();
  }
}

const created = derivedId('submission-s1 0', 'd1');
const paid = derivedId('submission-s1 1', 'd1');
const deliveryErased = (world: World): string[] =>
  world.log
    .stream('audit-acme')
    .flatMap(({ event }) => (event.type === 'DeliveryErased' ? event.data.deliveryId : []));

const payment: Fact = {
  stream: 'submission-s1',
  event: {
    type: 'SubmissionPaymentCompleted',
    data: {
      payment: { id: 'p', provider: 'x', amount: 1, currency: 'EUR', paidAt: minute(6), fieldKey: 'k' },
      formId: 'f1',
      at: minute(6),
    },
  },
};

test('nothing is purged from the log before the disable policy has counted it', () =>
  withWorld(async (world) => {
    await world.erase();
    await eventually('the delivery is erased', () => world.has('ErasureTombstoned'));
    await eventually('it waits for health', () => world.said().at(-1) === 'health');
    const seen = world.asked();
    await eventually('it asks on and on', () => world.scavenged.length > 0 || world.asked() > seen + 5);
    assert.equal(world.scavenged, []);
    assert.ok(world.holds('submission-s1'), 'what is erased is there still for those who follow the log');
    const behind = world.log.head();
    await world.catchUp('health@1');
    await eventually('the erasure is complete', () => world.has('ErasureCompleted'));
    assert.equal(world.scavenged, [behind]);
    for (const type of ['ErasureTombstoned', 'ErasureScrubbed'] as const) assert.ok(world.has(type), type);
    assert.not.ok(world.holds('submission-s1'));
    const deletion = ['read_models', 'log', 'log', 'log', 'read_models', 'log', 'read_models'];
    assert.equal(world.said(), [...deletion, 'scavenge', 'health', 'read_models', 'compaction']);
  }));

test('no scavenge starts before the events of other deletions are counted', () =>
  withWorld(async (world) => {
    world.setMemberAway(true);
    await world.erase('s1');
    await eventually('the first waits for the log', () => world.has('ErasureTombstoned'));
    await world.catchUp('health@1');
    await world.erase('s2');
    await eventually('the second is being deleted', () => world.isErased('submission-s2'));
    world.setMemberAway(false);
    const seen = world.asked();
    await eventually('both wait', () => world.scavenged.length > 0 || world.asked() > seen + 50);
    assert.equal(world.scavenged, [], 'the disable policy has yet to read the second');
    await eventually('a scavenge starts once both are counted', async () => {
      await world.catchUp('health@1');
      return world.scavenged.length > 0;
    });
  }));

test('a delivery without events gets a tombstone before its submission, and is listed as erased', () =>
  withWorld(async (world) => {
    assert.ok(world.store.documents.has(created));
    await world.erase();
    await eventually('it is deleted', () => world.has('ErasureTombstoned'));
    const first = [world.erased.indexOf(`delivery-${created}`), world.erased.indexOf('submission-s1')];
    assert.equal(first, [0, 1]);
    for (const stream of [`delivery-${created}`, 'submission-s1']) assert.ok(world.isErased(stream));
    assert.equal(new Set(deliveryErased(world)), new Set([created]));
    assert.not.ok(world.store.documents.has(created), 'the read model no longer shows it');
    const other = derivedId('submission-s2 0', 'd1');
    assert.ok(world.store.documents.has(other) && !world.isErased(`delivery-${other}`));
  }));

test('an attempt that was under way when its delivery was erased is not recorded', () =>
  withWorld(async (world) => {
    const log = logOf(world.log, async (effect) => effect());
    const aggregates = openAggregates(log);
    const origin = { destinationId: 'd1', stream: 'submission-s1', revision: 0 };
    const { planned } = await deliveriesIn(log, aggregates).load(created, { origin });
    assert.ok(planned);
    await world.erase();
    await eventually('its delivery is deleted', () => world.isErased(`delivery-${created}`));
    const attempt = {
      attempt: 1,
      startedAt: minute(7),
      durationMs: 1,
      outcome: { kind: 'response', status: 204, excerpt: '' },
      schedule: defaultRetrySchedule,
      retryAfterMs: null,
      random: 0,
      at: minute(7),
    } as const;
    const context = {
      accountId: 'acme',
      actor: { kind: 'system', id: 'worker' },
      correlationId: 'c',
      causationId: 'c',
    } as const;
    const error = await recordAttempt(
      { aggregates },
      { deliveryId: created, planned },
      attempt,
      context,
    ).catch((thrown: unknown) => thrown);
    assert.instance(error, StreamErased);
    await eventually('the erasure goes on', () => world.has('ErasureTombstoned'));
    assert.not.ok(world.store.documents.has(created));
  }));

test('the delivery of a payment that arrives while the submission is erased is erased too', () =>
  withWorld(
    async (world) => {
      await world.erase();
      await eventually('it is deleted', () => world.has('ErasureTombstoned'));
      assert.ok(world.isErased(`delivery-${paid}`));
      assert.equal(new Set(deliveryErased(world)), new Set([created, paid]));
      const shown = [...world.store.documents.values()].filter((doc) => doc.submission_id === 's1');
      assert.equal(shown, []);
      assert.ok(world.erased.indexOf('submission-s1') < world.erased.indexOf(`delivery-${paid}`));
    },
    {
      onErase(stream, write) {
        if (stream !== 'submission-s1') return;
        write(inDestination('d1', change));
        write(payment);
      },
    },
  ));

const change: DomainEvent = {
  type: 'DestinationChanged',
  data: { settings: { events: ['submission.created', 'submission.payment_completed'] }, at: minute(6) },
};

test('an erasure waits until the version of the model is read that lists deliveries without events', async () => {
  let isBuilt = false;
  await withWorld(
    async (world) => {
      await world.erase();
      await eventually('it waits for the build', () => world.said().includes('builds'));
      assert.equal(world.erased, []);
      isBuilt = true;
      await eventually('the submission is erased', () => world.has('ErasureTombstoned'));
      assert.is(world.erased[0], `delivery-${created}`);
    },
    { versionOf: (version) => (isBuilt ? version : version - 1) },
  );
});

test('only the deliveries of the erased submission are erased, and only those that exist', () =>
  withWorld(async (world) => {
    world.write(configured('d2'));
    world.write({ ...payment, stream: 'submission-s2' });
    await world.erase('s2');
    await eventually('it is deleted', () => world.has('ErasureTombstoned'));
    assert.equal(deliveryErased(world), [derivedId('submission-s2 0', 'd1')], 'd2 came later');
    assert.ok(world.store.documents.has(created));
  }));

test.run();
