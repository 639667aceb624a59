import { EventStoreDBClient, jsonEvent, StreamNotFoundError } from '@eventstore/db-client';
import * as assert from 'uvu/assert';
import { startEventStore } from '../../../packages/embedded-eventstore/src/server.ts';
import { collect } from './eventstore.ts';

const writers = 32;
const streamsWritten = 8;
const batchSize = 3;

/** A batch that was acknowledged, and where its last event was put. */
export interface Acknowledged {
  readonly batch: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
}

/** Writes batches without end, until an append fails. */
async function writeBatches(
  client: EventStoreDBClient,
  round: number,
  writer: number,
  acknowledged: Acknowledged[],
): Promise<void> {
  const stream = `crash-${writer % streamsWritten}`;
  for (let n = 0; ; n += 1) {
    const batch = `${round}.${writer}.${n}`;
    const events = Array.from({ length: batchSize }, (_, part) =>
      jsonEvent({ type: 'Part', data: { batch, part } }),
    );
    try {
      const { nextExpectedRevision, position } = await client.appendToStream(stream, events);
      if (position) {
        acknowledged.push({ batch, stream, revision: nextExpectedRevision, position: position.commit });
      }
    } catch {
      return;
    }
  }
}

/** Writes batches from many writers, until the server is dead. @param acknowledged takes those that were acknowledged */
export async function writeUntilDeath(
  client: EventStoreDBClient,
  round: number,
  acknowledged: Acknowledged[],
): Promise<void> {
  await Promise.all(
    Array.from({ length: writers }, (_, writer) => writeBatches(client, round, writer, acknowledged)),
  );
}

interface Part {
  readonly batch: string;
  readonly part: number;
  readonly position: bigint;
  readonly revision: bigint;
  readonly stream: string;
}

async function partsInLog(client: EventStoreDBClient): Promise<Part[]> {
  const events = await collect(client.readAll());
  return events.flatMap(({ type, data, streamId: stream, revision, position }) => {
    if (type !== 'Part' || typeof data !== 'object' || !('batch' in data) || !('part' in data)) return [];
    return [
      {
        batch: String(data['batch']),
        part: Number(data['part']),
        stream,
        revision,
        position: position.commit,
      },
    ];
  });
}

/** Every batch is there in full and in order, or not at all. */
function assertWholeBatches(parts: readonly Part[]): void {
  const batches = new Map<string, number[]>();
  for (const { batch, part } of parts) batches.set(batch, [...(batches.get(batch) ?? []), part]);
  for (const [batch, found] of batches) assert.equal(found, [0, 1, 2], `batch ${batch}`);
}

/** The events of a stream; none if the server died before the first of them was on disk. */
async function eventsOf(client: EventStoreDBClient, stream: string) {
  try {
    return await collect(client.readStream(stream));
  } catch (error) {
    if (error instanceof StreamNotFoundError) return [];
    throw error;
  }
}

/** Each stream counts its events without gaps, and reads the same as `$all` says. */
async function assertStreamsAgree(client: EventStoreDBClient, parts: readonly Part[]): Promise<void> {
  for (let n = 0; n < streamsWritten; n += 1) {
    const stream = `crash-${n}`;
    const inAll = parts.filter((part) => part.stream === stream);
    const read = await eventsOf(client, stream);
    assert.equal(
      read.map(({ revision, position }) => [revision, position?.commit]),
      inAll.map(({ revision, position }) => [revision, position]),
    );
    assert.equal(
      read.map(({ revision }) => Number(revision)),
      read.map((_, at) => at),
    );
  }
}

/** Opens the directory again and checks everything in it. @returns the highest position */
export async function checkAcknowledged(dir: string, acknowledged: readonly Acknowledged[]): Promise<bigint> {
  const server = await startEventStore({ dir, port: 0 });
  const client = EventStoreDBClient.connectionString(server.url);
  try {
    const parts = await partsInLog(client);
    const byPosition = new Map(parts.map((part) => [part.position, part]));
    assert.is(byPosition.size, parts.length);
    for (const { batch, stream, revision, position } of acknowledged) {
      const part = byPosition.get(position);
      assert.equal([part?.batch, part?.stream, part?.revision], [batch, stream, revision]);
    }
    assertWholeBatches(parts);
    await assertStreamsAgree(client, parts);
    return parts.at(-1)?.position ?? 0n;
  } finally {
    await client.dispose();
    await server.close();
  }
}
