import { join } from 'node:path';
import { openEventStoreLog } from '../../../../log/eventstore/eventstore-log.ts';
import { startTrio } from '../embedded/servers.ts';
import type { Context } from '../harness/context.ts';
import { startCheckout } from '../hooks/checkout.ts';
import { startLoad } from '../hooks/load.ts';
import { noCounts, type StoreCounts } from './counts.ts';
import { countMongoDb } from './read-mongodb.ts';
import { countNats } from './read-nats.ts';
import { openSyncCount, type SyncCount } from './sync-count.ts';
import { tap } from './tap.ts';

/** The events of a part of the log. */
export interface Written {
  readonly events: number;
  /** Of types, names of streams, data and metadata. */
  readonly bytes: number;
  /** The position of the last event; where there is none, the beginning of the part. */
  readonly position: bigint | null;
}

/** A service of one checkout whose stores are this checkout's, in a process of their own, with everything counted. */
export interface TappedService {
  readonly counts: Readonly<StoreCounts>;
  readonly syncs: SyncCount;
  /** Reads the log after a position. */
  written(after: bigint | null): Promise<Written>;
  /** Posts submissions, one a second, and waits until each webhook has come. */
  submit(count: number): Promise<void>;
}

/** @param dir the root of the checkout */
export async function startTapped(context: Context, dir?: string): Promise<TappedService> {
  const { ready: stores, pid } = await startTrio(context, join(await context.tempDir(), 'stores'));
  const counts = noCounts();
  const env = {
    EVENTSTORE_URL: stores.eventstore,
    MONGODB_URL: await tap(context, stores.mongodb, () => countMongoDb(counts)),
    NATS_URL: await tap(context, stores.nats, () => countNats(counts)),
  };
  const checkout = await startCheckout(context, dir, env);
  const load = await startLoad(context);
  const senders = await checkout.open(1, load.url);
  const log = openEventStoreLog({ url: stores.eventstore });
  context.onRelease(() => log.close());
  return {
    counts,
    syncs: openSyncCount(context, pid),
    async written(after) {
      let [events, bytes, position] = [0, 0, after];
      for await (const stored of log.readStored({ from: after })) {
        if (stored.position === after) continue;
        events += 1;
        const { type, stream, data, metadata } = stored;
        bytes += Buffer.byteLength(`${type}${stream}${JSON.stringify(data)}${JSON.stringify(metadata)}`);
        position = stored.position;
      }
      return { events, bytes, position };
    },
    async submit(count) {
      await load.run({ url: checkout.url(), senders, count, perSecond: 1 });
    },
  };
}
