import Type from 'typebox';
import { Value } from 'typebox/value';
import { type EventStoreClient, readStream } from '../client/index.ts';
import { openPages } from '../pages.ts';
import type { Scavenge, ScavengePoint } from './completed-points.ts';
import type { ScavengeHistory } from './plan.ts';

const pointsStream = '$scavengePoints';
const scavengesStream = '$scavenges';
/** A cluster writes two events for each scavenge of a member, and retains them for a month. */
const maxEvents = 1_000;
const limitMs = 10_000;

/** EventStoreDB omits a threshold of 0. */
const PointData = Type.Object({ threshold: Type.Optional(Type.Number()) });
const ScavengeData = Type.Object({
  scavengeId: Type.String(),
  nodeEndpoint: Type.String(),
  result: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  error: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

interface Read {
  readonly type: string;
  readonly number: number;
  readonly position: bigint;
  readonly at: Date;
  readonly data: unknown;
}

/** Reads the log's scavenge points and scavenges. @throws errors of the client, for example AccessDenied */
export async function readHistory(client: Pick<EventStoreClient, 'read'>): Promise<ScavengeHistory> {
  const [points, scavenges] = await Promise.all([readPoints(client, maxEvents), readScavenges(client)]);
  return { points, scavenges };
}

/** Returns the number of the newest scavenge point on a node; -1 for none. @throws errors of the client */
export async function newestPoint(client: Pick<EventStoreClient, 'read'>): Promise<number> {
  return (await readPoints(client, 1))[0]?.number ?? -1;
}

async function readPoints(
  client: Pick<EventStoreClient, 'read'>,
  limit: number,
): Promise<readonly ScavengePoint[]> {
  const found = await readBack(client, pointsStream, limit);
  return found
    .filter(({ type }) => type === '$scavengePoint')
    .map(({ number, position, at, data }) => ({
      number,
      position,
      at,
      // An unreadable point is not relied on.
      threshold: Value.Check(PointData, data) ? (data.threshold ?? 0) : Infinity,
    }));
}

async function readScavenges(client: Pick<EventStoreClient, 'read'>): Promise<readonly Scavenge[]> {
  const scavenges = new Map<string, Scavenge>();
  for (const { type, at, data } of await readBack(client, scavengesStream, maxEvents)) {
    if (!Value.Check(ScavengeData, data)) continue;
    const { scavengeId: id, nodeEndpoint: endpoint } = data;
    if (type === '$scavengeStarted') scavenges.set(id, { id, endpoint, startedAt: at, end: null });
    const started = scavenges.get(id);
    if (type !== '$scavengeCompleted' || !started) continue;
    const end = { result: String(data.result), error: data.error ?? '', at };
    scavenges.set(id, { ...started, end });
  }
  return [...scavenges.values()];
}

/** Returns the last events of a stream, oldest first; empty if there is no such stream. */
async function readBack(
  client: Pick<EventStoreClient, 'read'>,
  stream: string,
  maxCount: number,
): Promise<readonly Read[]> {
  const request = readStream({ stream, direction: 'backwards', count: maxCount, resolveLinks: true });
  const found = await openPages(client.read, limitMs)(request);
  return found.reverse().map(({ type, revision, created, data, position }) => ({
    type,
    number: revision,
    at: created,
    data,
    // An unknown position is -1 as an unsigned 64-bit number.
    position: BigInt.asIntN(64, position.commit),
  }));
}
