import { join } from 'node:path';
import { startEventStore } from '../../packages/embedded-eventstore/src/server.ts';
import { startNats } from '../../packages/embedded-nats/src/server.ts';
import { type EventStoreCluster, openEventStoreCluster } from '../support/faults/eventstore-cluster.ts';
import { openReplicaSet, type ReplicaSet } from '../support/faults/mongodb-replica-set.ts';
import { type NatsProxy, openNatsProxy } from '../support/faults/nats.ts';
import { openWire, type Wire } from '../support/faults/wire.ts';

/** Real servers to stand before, in place of embedded ones. */
export interface RealServers {
  /** `esdb://host:port?tls=…`: of one node. */
  readonly eventstore?: string | undefined;
  /** `mongodb://host:port/…`: of one member, which is connected to directly. */
  readonly mongodb?: string | undefined;
  readonly nats?: string | undefined;
}

/** What is done wrong by the service, as far as its stores can see it. */
export interface StoreMistakes {
  /** Every write is answered as with w:1. */
  readonly writesToOne?: boolean;
  /** No read asks for the leader. */
  readonly readsFromAny?: boolean;
}

/** The three stores behind their proxies. */
export interface Stores {
  /** The event store itself, past the proxies: for those who check. */
  readonly logUrl: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly eventstore: EventStoreCluster;
  readonly mongodb: { readonly wires: readonly Wire[]; readonly set: ReplicaSet | null };
  readonly nats: NatsProxy;
  close(): Promise<void>;
}

export async function openStores(
  dir: string,
  real: RealServers = {},
  { writesToOne = false, readsFromAny = false }: StoreMistakes = {},
): Promise<Stores> {
  const closing: (() => Promise<unknown>)[] = [];
  const opened = <T extends { close(): Promise<unknown> }>(one: T): T => {
    closing.unshift(() => one.close());
    return one;
  };
  const logUrl =
    real.eventstore ?? opened(await startEventStore({ dir: join(dir, 'eventstore'), port: 0 })).url;
  const eventstore = opened(
    await openEventStoreCluster(logUrl, readsFromAny ? { requiresLeader: () => false } : {}),
  );
  const mongodb = real.mongodb === undefined ? await openSet() : await openDirect(real.mongodb);
  const nats = opened(await openNatsProxy(real.nats ?? opened(await startNats({ port: 0 })).url));

  async function openSet() {
    const options = { dir: join(dir, 'mongodb'), ...(writesToOne && { isMajority: () => false }) };
    const set = opened(await openReplicaSet(options));
    return { url: set.url, set, wires: set.members.map(({ wire }) => wire) };
  }
  async function openDirect(url: string) {
    const address = new URL(url);
    const wire = opened(await openWire({ host: address.hostname, port: Number(address.port || 27017) }));
    address.host = `127.0.0.1:${wire.port}`;
    address.searchParams.set('directConnection', 'true');
    return { url: address.href, set: null, wires: [wire] };
  }

  return {
    logUrl,
    eventstore,
    mongodb,
    nats,
    settings: { EVENTSTORE_URL: eventstore.url, MONGODB_URL: mongodb.url, NATS_URL: nats.url },
    async close() {
      for (const close of closing) await close();
    },
  };
}
