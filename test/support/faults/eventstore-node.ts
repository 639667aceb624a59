import { once } from 'node:events';
import { type ClientHttp2Session, connect, createServer, type Http2Session } from 'node:http2';
import status from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import anys from 'google-protobuf/google/protobuf/any_pb.js';
import { readAt, type Shown } from './eventstore-reads.ts';
import { type Between, type Call, grpcStatus, passCall } from './grpc-call.ts';
import { type Address, openWire, type Wire } from './wire.ts';

/** What becomes of writes: they are answered; they take place without an answer; they never arrive; or appends are refused. */
export type WritesAre = 'answered' | 'unanswered' | 'lost' | 'refused';

/** What a node knows of its cluster. */
export interface Role {
  /** Where the leader is; null during an election, in which nothing is written. */
  leader(): Address | null;
  isLeader(): boolean;
  /** A `Gossip/Read` answer. */
  gossip(): Uint8Array;
  /** How a decision that needs the leader is taken for a follower: with `requires-leader`, as the client asked. */
  requiresLeader(call: Call): boolean;
}

/** A node as clients see it: a port of its own in front of a server that it may share with other nodes. */
export interface EventStoreNode {
  readonly port: number;
  /** The network between the clients and this node. */
  readonly wire: Wire;
  /** What becomes of writes that are sent to this node from now on. */
  writesAre(what: WritesAre): void;
  close(): Promise<void>;
}

export interface Server {
  /** As `http2.connect` takes it. */
  readonly authority: string;
  /** Beside those of each call: the credentials, where the server wants some. */
  readonly headers: Readonly<Record<string, string>>;
}

const service = '/event_store.client.streams.Streams/';
const writes = ['Append', 'BatchAppend', 'Delete', 'Tombstone'].map((method) => service + method);

/** @param port 0 takes any free one */
export async function openEventStoreNode(
  server: Server,
  role: Role,
  shown: Shown,
  port = 0,
): Promise<EventStoreNode> {
  const sessions = new Set<Http2Session>();
  let fate: WritesAre = 'answered';

  function between(call: Call): Between {
    if (call.path.endsWith('.Gossip/Read')) return answer(call, () => role.gossip());
    if (call.path === `${service}Read`)
      return refusingOnRequest(call, role, () => role.requiresLeader(call)) ?? readAt(shown, call);
    if (!writes.includes(call.path)) return {};
    return writeTo(call, role, () => fate);
  }

  const listener = createServer();
  listener.on('session', (down) => {
    const up: ClientHttp2Session = connect(server.authority);
    for (const session of [down, up]) {
      sessions.add(session);
      session.on('error', () => undefined);
      session.on('close', () => sessions.delete(session));
    }
    down.on('close', () => up.destroy());
    up.on('close', () => down.destroy());
    down.on('stream', (stream, headers) => passCall(stream, headers, up, server.headers, between));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const wire = await openWire({ host: '127.0.0.1', port: address.port }, port);
  return {
    port: wire.port,
    wire,
    writesAre(what) {
      fate = what;
    },
    async close() {
      await wire.close();
      for (const session of sessions) session.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}

/** Answers a call that has one request without the server. */
const answer = (call: Call, message: () => Uint8Array): Between => ({
  onRequest() {
    call.respond(message());
    call.finish(grpcStatus.ok);
  },
});

/** Refuses what needs a leader at a node that is none, as EventStoreDB does. @returns whether it was refused */
function refuse(call: Call, role: Role): boolean {
  const leader = role.leader();
  if (!leader) call.finish(grpcStatus.unavailable, 'Server Is Not Ready');
  else if (!role.isLeader())
    call.finish(grpcStatus.notFound, 'Leader info available', {
      exception: 'not-leader',
      'leader-endpoint-host': leader.host,
      'leader-endpoint-port': String(leader.port),
    });
  return !leader || !role.isLeader();
}

function refusingOnRequest(call: Call, role: Role, requiresLeader: () => boolean): Between | null {
  if (!requiresLeader() || role.isLeader()) return null;
  return { onRequest: () => void refuse(call, role) };
}

/** A follower forwards writes that do not require the leader; during an election each is refused. */
function writeTo(call: Call, role: Role, fate: () => WritesAre): Between {
  const isBatch = call.path.endsWith('BatchAppend');
  return {
    onRequest(message) {
      if (role.requiresLeader(call) ? !role.isLeader() : !role.leader()) {
        if (!isBatch || role.leader()) return void refuse(call, role);
        return call.respond(notReady(message));
      }
      if (isBatch && fate() === 'refused') return call.respond(notReady(message));
      if (fate() !== 'lost') call.request(message);
    },
    onResponse(message) {
      if (fate() === 'answered') call.respond(message);
    },
    onEnd(end) {
      if (fate() === 'answered') end();
    },
  };
}

/** How one append of a batch is refused; the call goes on. */
function notReady(message: Buffer): Uint8Array {
  const request = streams.BatchAppendReq.deserializeBinary(message);
  const details = new anys.Any().setTypeUrl('type.googleapis.com/google.protobuf.Empty');
  return new streams.BatchAppendResp()
    .setCorrelationId(request.getCorrelationId())
    .setStreamIdentifier(request.getOptions()?.getStreamIdentifier())
    .setError(new status.Status().setMessage('Server Is Not Ready').setDetails(details))
    .serializeBinary();
}
