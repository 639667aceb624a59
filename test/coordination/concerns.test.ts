// Embedded only: a proxy looks into what is sent to the server.

import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize } from 'bson';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openIdempotencyStore } from '../../coordination/idempotency-store.ts';
import { openLeases } from '../../coordination/leases/leases.ts';
import { openReadStore, type ReadStore } from '../../coordination/read-store.ts';
import { readModelUrl } from '../../packages/embedded-mongodb/src/read-model-url.ts';
import { startMongo } from '../../packages/embedded-mongodb/src/server.ts';
import { openAliases } from '../../projections/generations/aliases.ts';
import { modelId } from '../../projections/projection.ts';
import { forms } from '../../projections/read-models/forms/projection.ts';
import { openDocuments } from '../../projections/runner/documents.ts';
import { moveTo } from '../support/move-to.ts';

type Body = Readonly<Record<string, unknown>>;

interface Context {
  readonly address: string;
  /** What the server was asked since it was last emptied. */
  readonly asked: Body[];
  readonly close: () => Promise<void>;
}

const test = suite<Context>('concerns of MongoDB');

test.before(async (context) => {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-concerns-'));
  const server = await startMongo({ dir, port: 0 });
  const asked: Body[] = [];
  const sockets: Socket[] = [];
  const between = createServer((client) => {
    const onward = connect(Number(new URL(server.url).port), '127.0.0.1');
    sockets.push(client, onward);
    client.on(
      'data',
      bodies((body) => asked.push(body)),
    );
    client.pipe(onward).on('error', () => client.destroy());
    onward.pipe(client).on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const at = between.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    between.close();
    await server.close();
    rmSync(dir, { recursive: true });
  };
  // The embedded server names itself as the only member: the client is kept from going there.
  Object.assign(context, {
    address: `mongodb://127.0.0.1:${at.port}/shop?directConnection=true`,
    asked,
    close,
  });
});
test.after(({ close }) => close());

/** Reads the first document of each OP_MSG. */
function bodies(heard: (body: Body) => void): (chunk: Buffer) => void {
  let pending = Buffer.alloc(0);
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 4 && pending.length >= pending.readInt32LE(0)) {
      const message = pending.subarray(0, pending.readInt32LE(0));
      pending = pending.subarray(message.length);
      if (message.readInt32LE(12) === opMsg)
        heard(
          deserialize(message.subarray(firstSection), {
            promoteValues: true,
            useBigInt64: true,
            allowObjectSmallerThanBufferSize: true,
          }),
        );
    }
  };
}

const opMsg = 2013;
/** Header, flags and the kind of the section. */
const firstSection = 21;

/** Everything that takes a decision, and some documents. */
async function useStore(store: ReadStore): Promise<void> {
  const leases = openLeases(store);
  const lease = await leases.acquire('x');
  await moveTo(lease, 5n);
  await lease?.release();
  const replies = openIdempotencyStore(store);
  const begun = await replies.begin('a', 'hash');
  await replies.begin('a', 'hash');
  if (begun.state !== 'new') throw new Error('the key is free');
  await replies.settle(begun.claim, { headers: {}, body: '{}' });
  await replies.abandon(begun.claim);
  const aliases = openAliases(store);
  await aliases.refresh();
  aliases.close();
  const documents = openDocuments(store, forms);
  await documents.createIndexes();
  await documents.write(new Map(), new Map([['f', { position: 3n, doc: null }]]));
  await documents.load(['f']);
}

const writes = ['insert', 'update', 'delete', 'findAndModify', 'createIndexes'];
const commandOf = (body: Body): string => Object.keys(body)[0] ?? '';
const collectionOf = (body: Body): string => String(body[commandOf(body)]);

test('writes wait for a majority, and reads for decisions come from one, in the database of the URL', async ({
  address,
  asked,
}) => {
  const store = await openReadStore({ url: address });
  asked.length = 0;
  await useStore(store);
  await store.close();
  const written = asked.filter((body) => writes.includes(commandOf(body)));
  const finds = asked.filter((body) => commandOf(body) === 'find');
  assert.ok(
    writes.every((name) => written.some((body) => commandOf(body) === name)),
    'each kind of write was made',
  );
  for (const body of written)
    assert.equal(body['writeConcern'], { w: 'majority', wtimeout: 10_000 }, commandOf(body));
  const levelOf = (body: Body) => (body['readConcern'] as Body | undefined)?.['level'];
  const levels = new Map(finds.map((body) => [collectionOf(body), levelOf(body)]));
  assert.equal(Object.fromEntries(levels), {
    _replies: 'majority',
    _models: 'majority',
    _sessions: 'majority',
    [modelId(forms)]: 'majority',
  });
  for (const body of [...written, ...finds]) {
    assert.is(body['$db'], 'shop');
    assert.not.match(JSON.stringify(body['$readPreference'] ?? {}), 'secondary"');
  }
});

test('writes of a read model in the embedded server do not wait for the disk', async ({ address, asked }) => {
  const store = await openReadStore({ url: readModelUrl(address), database: 'other' });
  asked.length = 0;
  await useStore(store);
  await store.close();
  for (const body of asked.filter((one) => writes.includes(commandOf(one))))
    assert.equal(body['writeConcern'], { w: 1, j: false }, commandOf(body));
});

test.run();
