import { openReadStore } from '../../../../../coordination/read-store.ts';
import { newId } from '../../../../../log/ids.ts';
import { collectionsOf } from '../../../../../projections/collections.ts';
import type { DeliveryDocument } from '../../../../../projections/read-models/deliveries/document.ts';
import { deliveries } from '../../../../../projections/read-models/deliveries/projection.ts';
import { shardOf } from '../../../../../projections/read-models/deliveries/shard.ts';
import { openClient } from '../../api/client.ts';
import { type RunningService, startService } from '../../api/service.ts';
import { settledMegabytes } from '../../embedded/memory.ts';
import type { Context } from '../../harness/context.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { makeDestinations, moment, type Receiver, startReceiver } from '../receiver.ts';

const batchSize = 5_000;
/** What is due may take so long to arrive, however much waits. */
const onTimeMs = 2_000;

/**
 * The memory of the service while 1,000,000 deliveries of one destination wait for their next attempt, against that
 * of the same process before. What is due meanwhile must leave on time.
 */
export const backlogMemory: Row = {
  name: 'backlog-memory',
  target: atMost(1.3),
  async run(context) {
    const service = await startService(context);
    const receiver = await startReceiver(context);
    await makeDestinations(service, receiver, 1);
    const submitAll = openSubmitter(context, service, receiver);
    await submitAll();
    const baseline = await settledMegabytes(service.pid);
    await fill(context, service, context.scaled(1_000_000));
    await submitAll();
    const value = await settledMegabytes(service.pid);
    return measured(value, baseline, 'MB');
  },
};

function openSubmitter(context: Context, service: RunningService, receiver: Receiver): () => Promise<void> {
  const client = openClient(context, service);
  return async () => {
    for (let n = 0; n < 200; n++) {
      await client.submit();
      const answeredAt = moment();
      const [arrivedAt = NaN] = (await receiver.arrivals(1)).times;
      if (!(arrivedAt - answeredAt < onTimeMs))
        throw new Error(`it arrived ${Math.round(arrivedAt - answeredAt)} ms after it was due`);
    }
  };
}

/** Puts deliveries that wait for an hour to come into the read model. */
async function fill(context: Context, service: RunningService, count: number): Promise<void> {
  const store = await openReadStore({ url: service.mongodb });
  const collection = collectionsOf(store)(deliveries);
  const destinationId = newId();
  context.log(`  putting ${count} deliveries into the queue …`);
  try {
    for (let done = 0; done < count; done += batchSize) {
      const batch = Array.from({ length: Math.min(batchSize, count - done) }, (_, n) => ({
        _id: newId(),
        _position: BigInt(done + n),
        ...waiting(service, destinationId, done + n),
      }));
      await collection.insertMany(batch, { ordered: false });
    }
  } finally {
    await store.close();
  }
}

function waiting({ accountId, formId }: RunningService, destinationId: string, n: number): DeliveryDocument {
  const at = new Date().toISOString();
  return {
    account_id: accountId,
    destination_id: destinationId,
    kind: 'submission.created',
    form_id: formId,
    submission_id: `s${n}`,
    status: 'pending',
    attempt_count: 1,
    attempts: [],
    last_outcome: { kind: 'response', status: 500, excerpt: '' },
    next_attempt_at: new Date(Date.now() + 3_600_000 + n).toISOString(),
    shard: shardOf(destinationId),
    source: { stream: `submission-s${n}`, revision: 0, position: String(n), event_id: `e${n}` },
    source_position: String(n).padStart(20, '0'),
    created_at: at,
    updated_at: at,
  };
}
