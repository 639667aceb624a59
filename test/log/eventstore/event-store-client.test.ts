import gossipServices from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import {
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import { createServer, type ServerHttp2Session } from 'node:http2';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { clientStreams, type ReadStream } from '../../../log/eventstore/client-streams.ts';
import { openClient } from '../../../log/eventstore/event-store-client.ts';
import { everythingAfter } from '../../../log/eventstore/wire/feed-messages.ts';
import { eventually } from '../../support/eventually.ts';

const test = suite('the client of the event store');

/** A node that becomes part of an election: it refuses the first read, and nobody is the leader from then on. */
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

const errorOf = (stream: ReadStream): Promise<Error> => {
  stream.on('data', () => undefined);
  return new Promise((resolve) => stream.on('error', resolve));
};

test('a call that breaks while the search for a leader fails does not end the process', async () => {
  const node = await startElectingNode();
  const streams = clientStreams(openClient(node.url));
  const [first, second] = await Promise.all([
    streams.read(everythingAfter(null)),
    streams.read(everythingAfter(null)),
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
    const third = streams.read(everythingAfter(null)).then(
      () => 'opened',
      (error: unknown) => String(error),
    );
    await eventually('it searches', () => node.asked() > searches);
    node.reads[1]?.emit('error', { code: status.UNAVAILABLE, details: 'Server Is Not Ready' });
    await broken[1];
    assert.match(await third, 'Failed to discover');
    // The rejection, if there is one, is told of after the microtasks of this turn.
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
    const call = await clientStreams(openClient(url)).read(everythingAfter(null));
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
    const streams = clientStreams(openClient(url));
    const reads = await Promise.all([
      streams.read(everythingAfter(null)),
      streams.readLeader(everythingAfter(null)),
    ]);
    const append = await streams.batchAppend();
    for (const call of [...reads, append]) call.on('error', () => undefined);
    append.write(Buffer.alloc(0));
    await eventually('three calls have arrived', () => encodings.length >= 3);
    assert.equal(new Set(encodings), new Set(['identity']));
    for (const read of reads) read.cancel();
    append.destroy();
  } finally {
    close();
  }
});

test.run();
