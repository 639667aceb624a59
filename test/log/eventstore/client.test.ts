import { createServer, type ServerHttp2Session } from 'node:http2';
import { promisify } from 'node:util';
import gossipServices from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import {
  Metadata,
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  exceptionOf,
  openEventStoreClient,
  type ReadCall,
  subscribeTo,
} from '../../../log/eventstore/client/index.ts';
import { addressOf } from '../../../log/eventstore/connection-string.ts';
import { eventually } from '../../support/eventually.ts';

const test = suite('the client of the event store');

const openClient = (url: string) => openEventStoreClient(addressOf(url));

/** A node during an election: it refuses the first read, and gossip names no leader afterwards. */
async function startElectingNode() {
  const server = new Server();
  const reads: ServerWritableStream<unknown, unknown>[] = [];
  let port = 0;
  let asked = 0;
  server.addService(gossipServices.GossipService, {
    read(_: unknown, answer: sendUnaryData<gossip.ClusterInfo>) {
      asked++;
      const { LEADER, UNKNOWN } = gossip.MemberInfo.VNodeState;
      const self = new gossip.MemberInfo()
        .setState(reads.length < 2 ? LEADER : UNKNOWN)
        .setIsAlive(true)
        .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port));
      answer(null, new gossip.ClusterInfo().setMembersList([self]));
    },
  });
  server.addService(StreamsService, {
    read: (call: ServerWritableStream<unknown, unknown>) => void reads.push(call),
    ...Object.fromEntries(
      ['append', 'delete', 'tombstone', 'batchAppend'].map((name) => [name, () => undefined]),
    ),
  });
  port = await promisify(server.bindAsync.bind(server))('127.0.0.1:0', ServerCredentials.createInsecure());
  return { server, reads, url: `esdb://127.0.0.1:${port},127.0.0.1:${port}?tls=false`, asked: () => asked };
}

const errorOf = (stream: ReadCall): Promise<Error> => {
  stream.on('data', () => undefined);
  return new Promise((resolve) => stream.on('error', resolve));
};

test('a call that breaks while the search for a leader fails does not end the process', async () => {
  const node = await startElectingNode();
  const streams = openClient(node.url);
  const [first, second] = await Promise.all([
    streams.read(subscribeTo(null)),
    streams.read(subscribeTo(null)),
  ]);
  const broken = [errorOf(first), errorOf(second)];
  await eventually('both reads are open', () => node.reads.length === 2);
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    node.reads[0]?.emit('error', { code: status.UNAVAILABLE, details: 'Server Is Not Ready' });
    await broken[0];
    const searches = node.asked();
    const third = streams.read(subscribeTo(null)).then(
      () => 'opened',
      (error: unknown) => String(error),
    );
    await eventually('it searches', () => node.asked() > searches);
    node.reads[1]?.emit('error', { code: status.UNAVAILABLE, details: 'Server Is Not Ready' });
    await broken[1];
    assert.match(await third, 'found no node of the event store');
    // Node reports an unhandled rejection after the microtasks of this turn.
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(unhandled, []);
  } finally {
    process.off('unhandledRejection', note);
    node.server.forceShutdown();
  }
});

/** A server that takes every connection and call, and answers none. */
async function startSilentServer() {
  const server = createServer();
  const sessions: ServerHttp2Session[] = [];
  const encodings: unknown[] = [];
  server.on('session', (session) => void sessions.push(session));
  server.on('stream', (_stream, headers) => void encodings.push(headers['grpc-accept-encoding']));
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound ? bound.port : 0);
    }),
  );
  return {
    sessions,
    encodings,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    close(): void {
      for (const session of sessions) session.destroy();
      server.close();
    },
  };
}

test('the event store may send a megabyte ahead of the reader', async () => {
  const { sessions, url, close } = await startSilentServer();
  try {
    const client = openClient(url);
    const call = await client.read(subscribeTo(null));
    call.on('error', () => undefined);
    await eventually('the windows of the call and of the connection are wide', () => {
      const [session] = sessions;
      const { initialWindowSize } = session?.remoteSettings ?? {};
      return initialWindowSize === 1_048_576 && session?.state.remoteWindowSize === 1_048_576;
    });
    call.cancel();
  } finally {
    close();
  }
});

test('every call asks for uncompressed replies', async () => {
  const { encodings, url, close } = await startSilentServer();
  try {
    const streams = openClient(url);
    const reads = await Promise.all([streams.read(subscribeTo(null)), streams.readLeader(subscribeTo(null))]);
    const append = await streams.batchAppend();
    for (const call of [...reads, append]) call.on('error', () => undefined);
    append.write(Buffer.alloc(0));
    await eventually('three calls have arrived', () => encodings.length >= 3);
    assert.equal(new Set(encodings), new Set(['identity']));
    for (const read of reads) read.cancel();
    append.cancel();
  } finally {
    close();
  }
});

/** Nodes whose gossip says what the test decides, and who note the reads that come to them. */
async function startNodes(count: number) {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
  const nodes: { readonly port: number; readonly reads: ServerWritableStream<unknown, unknown>[] }[] = [];
  const servers: Server[] = [];
  let leading = 0;
  const cluster = () =>
    new gossip.ClusterInfo().setMembersList(
      nodes.map(({ port }, index) =>
        new gossip.MemberInfo()
          .setState(index === leading ? LEADER : FOLLOWER)
          .setIsAlive(true)
          .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port)),
      ),
    );
  for (let index = 0; index < count; index++) {
    const server = new Server();
    const reads: ServerWritableStream<unknown, unknown>[] = [];
    server.addService(gossipServices.GossipService, {
      read: (_: unknown, answer: sendUnaryData<gossip.ClusterInfo>) => answer(null, cluster()),
    });
    server.addService(StreamsService, {
      read: (call: ServerWritableStream<unknown, unknown>) => void reads.push(call),
      ...Object.fromEntries(
        ['append', 'delete', 'tombstone', 'batchAppend'].map((name) => [name, () => undefined]),
      ),
    });
    const port = await promisify(server.bindAsync.bind(server))(
      '127.0.0.1:0',
      ServerCredentials.createInsecure(),
    );
    nodes.push({ port, reads });
    servers.push(server);
  }
  return {
    nodes,
    url: `esdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`,
    elect: (index: number) => (leading = index),
    readsOf: (index: number) => nodes[index]?.reads ?? [],
    close: () => servers.forEach((server) => server.forceShutdown()),
  };
}

test('after the loss of a node the client connects to the leader that gossip names', async () => {
  const cluster = await startNodes(3);
  const client = openClient(cluster.url);
  for (const leader of [0, 2, 1]) {
    cluster.elect(leader);
    const before = cluster.readsOf(leader).length;
    const call = await client.read(subscribeTo(null));
    const broken = errorOf(call);
    await eventually('the read is open at the leader', () => cluster.readsOf(leader).length > before);
    cluster
      .readsOf(leader)
      .at(-1)
      ?.emit('error', { code: status.UNAVAILABLE, details: 'Server Is Not Ready' });
    await broken;
  }
  client.close();
  cluster.close();
});

test('the client moves from a follower to the leader that it names, and calls in flight continue', async () => {
  const cluster = await startNodes(2);
  const [follower, leader] = cluster.nodes;
  if (!follower || !leader) throw new Error('there are two nodes');
  const client = openClient(`esdb://127.0.0.1:${follower.port}?tls=false`);
  const staying = await client.read(subscribeTo(null));
  let hasEnded = false;
  staying.on('error', () => (hasEnded = true));
  staying.on('data', () => undefined);
  await eventually('the subscription is open', () => follower.reads.length === 1);
  const refused = errorOf(await client.readLeader(subscribeTo(null)));
  await eventually('the follower is asked', () => follower.reads.length === 2);
  const metadata = new Metadata();
  for (const [name, value] of [
    ['exception', 'not-leader'],
    ['leader-endpoint-host', '127.0.0.1'],
    ['leader-endpoint-port', String(leader.port)],
  ] as const)
    metadata.set(name, value);
  follower.reads[1]?.emit('error', { code: status.NOT_FOUND, details: 'Leader info available', metadata });
  assert.is(exceptionOf(await refused), 'not-leader');
  const next = await client.readLeader(subscribeTo(null));
  next.on('error', () => undefined);
  await eventually('the leader is asked', () => leader.reads.length === 1);
  assert.not(hasEnded);
  client.close();
  await eventually('every call has ended', () => hasEnded);
  cluster.close();
});

test('a closed client has no connection and opens none', async () => {
  const { sessions, url, close } = await startSilentServer();
  const client = openClient(url);
  const call = await client.read(subscribeTo(null));
  const ended = errorOf(call);
  await eventually('it is connected', () => sessions.length === 1);
  client.close();
  assert.match(String(await ended), 'Cancelled on client');
  await eventually('the connection is gone', () => sessions.every(({ destroyed }) => destroyed));
  const later = client.read(subscribeTo(null)).then(
    () => 'opened',
    (error: unknown) => String(error),
  );
  assert.match(await later, 'the log is closed');
  assert.is(sessions.length, 1);
  close();
});

test.run();
