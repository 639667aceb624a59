import { EventStoreDBClient, jsonEvent, UnavailableError } from '@eventstore/db-client';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startEventStore } from '../../../embedded/eventstore/server.ts';
import { startInProcess } from '../../support/eventstore/child-server.ts';
import { eventually } from '../../support/eventually.ts';
import { collect, failureOf } from '../../support/eventstore/eventstore.ts';
import { entryUrl } from '../../../embedded/spawn.ts';
import { eachInDirectory } from '../../support/directory.ts';

/** Rounds of writing, killing and checking; the long loop raises it. */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 1);
const writers = 32;
const streamsWritten = 8;
const batchSize = 3;

const entry = entryUrl('../../../embedded/eventstore/bin', import.meta.url);
const test = suite<{ dir: string }>('embedded event store: crash');
eachInDirectory(test);

/** A batch that was acknowledged, and where its last event was put. */
interface Acknowledged {
  readonly batch: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
}

/** Writes batches without end, until an append fails. @param acknowledged takes those that were acknowledged */
async function writeUntilDeath(
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

/** Each stream counts its events without gaps, and reads the same as `$all` says. */
async function assertStreamsAgree(client: EventStoreDBClient, parts: readonly Part[]): Promise<void> {
  for (let n = 0; n < streamsWritten; n += 1) {
    const stream = `crash-${n}`;
    const inAll = parts.filter((part) => part.stream === stream);
    const read = await collect(client.readStream(stream));
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

test('loses nothing that was acknowledged, and halves no batch, when killed under writers', async ({
  dir,
}) => {
  const acknowledged: Acknowledged[] = [];
  let highest = 0n;
  for (let round = 0; round < rounds; round += 1) {
    const server = await startInProcess(entry, { dir });
    const client = EventStoreDBClient.connectionString(server.url);
    const written: Acknowledged[] = [];
    const writing = Array.from({ length: writers }, (_, writer) =>
      writeUntilDeath(client, round, writer, written),
    );
    await eventually('the writers got somewhere', () => written.length > 0);
    // The moment of death is meant to be anywhere.
    await delay(Math.random() * 300);
    await server.kill('SIGKILL');
    await Promise.all(writing);
    for (const { position } of written) assert.ok(position > highest, 'no position is given twice');
    acknowledged.push(...written);
    highest = await check(dir, acknowledged);
    await client.dispose();
  }
});

/** Opens the directory again and checks everything in it; gives the highest position. */
async function check(dir: string, acknowledged: readonly Acknowledged[]): Promise<bigint> {
  const server = await startEventStore({ dir, port: 0 });
  const client = EventStoreDBClient.connectionString(server.url);
  const parts = await partsInLog(client);
  const byPosition = new Map(parts.map((part) => [part.position, part]));
  assert.is(byPosition.size, parts.length);
  for (const { batch, stream, revision, position } of acknowledged) {
    const part = byPosition.get(position);
    assert.equal([part?.batch, part?.stream, part?.revision], [batch, stream, revision]);
  }
  assertWholeBatches(parts);
  await assertStreamsAgree(client, parts);
  await client.dispose();
  await server.close();
  return parts.at(-1)?.position ?? 0n;
}

test('a call whose server is killed ends as unavailable, and the same client goes on with the next server', async ({
  dir,
}) => {
  const first = await startInProcess(entry, { dir });
  const client = EventStoreDBClient.connectionString(first.url);
  const event = () => jsonEvent({ type: 'Part', data: {} });
  await client.appendToStream('a', event());
  // Stopped, it cannot answer before it dies.
  process.kill(first.pid, 'SIGSTOP');
  const unanswered = [
    failureOf(client.appendToStream('a', event()), UnavailableError),
    failureOf(collect(client.readStream('a')), UnavailableError),
  ];
  await delay(0);
  await first.kill('SIGKILL');
  await Promise.all(unanswered);
  const second = await startInProcess(entry, { dir, port: Number(new URL(first.url).port) });
  await eventually('the client is connected again', () => client.appendToStream('a', event()));
  await client.dispose();
  await second.kill('SIGTERM');
});

test('refuses a second process on the same directory', async ({ dir }) => {
  const server = await startInProcess(entry, { dir });
  const error = await failureOf(startInProcess(entry, { dir }), Error);
  assert.match(error.message, `in use by process ${server.pid}`);
  assert.is(await server.kill('SIGTERM'), 0);
});

test.run();
