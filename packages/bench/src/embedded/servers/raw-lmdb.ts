/**
 * What an upsert costs when there is nothing around it: bare LMDB putting the keys and bytes that the embedded
 * server puts for the same documents, a batch in one durable transaction. Each request runs `--batches` of them
 * and answers documents a second. The making of the keys and bytes is not counted.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { open } from 'lmdb';
import { batchSize, submission } from '../documents.ts';
import { openRecorder, type Put } from '../recorded-puts.ts';

const { values } = parseArgs({
  options: { dir: { type: 'string', default: '' }, batches: { type: 'string', default: '10' } },
});
const batches = Number(values.batches);

const db = open<Buffer, Buffer>({
  path: join(values.dir, 'raw'),
  keyEncoding: 'binary',
  encoding: 'binary',
  overlappingSync: false,
  noSubdir: false,
});
const recorder = await openRecorder(join(values.dir, 'recorded'));
let stored = 0;

function nextBatch(): Promise<Put[]> {
  const documents = Array.from({ length: batchSize }, () => submission(stored++));
  return recorder.putsOf(documents);
}

async function putBatches(): Promise<number> {
  const prepared: Put[][] = [];
  while (prepared.length < batches) prepared.push(await nextBatch());
  const begun = performance.now();
  for (const puts of prepared)
    await db.transaction(() => {
      for (const { key, value } of puts) void db.put(key, value);
    });
  return (batches * batchSize * 1000) / (performance.now() - begun);
}

const server = createServer((_, response) => {
  void putBatches().then((rate) => response.end(JSON.stringify(rate)));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => {
  server.close(() => void Promise.all([db.close(), recorder.close()]));
  server.closeAllConnections();
});
