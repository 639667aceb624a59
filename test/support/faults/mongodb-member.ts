import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Document } from 'bson';
import { answerHello, helloOf, type Topology, versionOf } from './mongodb-hello.ts';
import {
  type Command,
  commandIn,
  helloAtOnce,
  openMessageReader,
  part,
  replyIn,
  replyTo,
} from './mongodb-messages.ts';
import { answered, type Fate } from './mongodb-oplog.ts';
import { openUpstream, type Upstream } from './mongodb-upstream.ts';
import { openWire, type Wire } from './wire.ts';

/** What a member needs of its set. */
export interface SetOfMember {
  readonly topology: Topology;
  /** The port of the server behind this member. */
  ownPort(): number;
  /** The port of the server that has what a majority has. */
  majorityPort(): number;
  /** Runs a write on the primary, alone in its collection. */
  write(command: Command, run: () => Promise<Buffer>): Promise<{ reply: Buffer; fate: Promise<Fate> }>;
  /** Whether the connection is to be cut where this write should be answered. */
  losesAnswer(): boolean;
  /** How many members have to have a write before it is answered. */
  isMajority(command: Command): boolean;
}

export interface Member {
  readonly port: number;
  readonly address: string;
  readonly wire: Wire;
  close(): Promise<void>;
}

const writes = [
  'insert',
  'update',
  'delete',
  'findAndModify',
  'findandmodify',
  'bulkWrite',
  'create',
  'drop',
  'createIndexes',
  'dropIndexes',
  'dropDatabase',
  'renameCollection',
  'collMod',
];
const reads = ['find', 'aggregate', 'count', 'distinct', 'listCollections', 'listIndexes', 'explain'];

const isWrite = ({ name, body }: Command): boolean => {
  if (name !== 'aggregate') return writes.includes(name);
  const pipeline: unknown = body['pipeline'];
  const last: unknown = Array.isArray(pipeline) ? pipeline.at(-1) : null;
  return typeof last === 'object' && last !== null && ('$out' in last || '$merge' in last);
};

/** The codes of MongoDB that a member of a set answers with. */
const refusals = {
  notWritablePrimary: { code: 10_107, codeName: 'NotWritablePrimary', errmsg: 'not primary' },
  notPrimaryNoSecondaryOk: {
    code: 13_435,
    codeName: 'NotPrimaryNoSecondaryOk',
    errmsg: 'not primary and secondaryOk=false',
  },
  interrupted: {
    code: 11_602,
    codeName: 'InterruptedDueToReplStateChange',
    errmsg: 'operation was interrupted',
  },
};

/** One member of a replica set as clients see it, at a port of its own. */
export async function openMember(set: (address: string) => SetOfMember): Promise<Member> {
  const sockets = new Set<Socket>();
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket, set(address), address);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const own = listener.address();
  if (own === null || typeof own === 'string') throw new Error('no port');
  const wire = await openWire({ host: '127.0.0.1', port: own.port });
  const address = `127.0.0.1:${wire.port}`;
  return {
    port: wire.port,
    address,
    wire,
    async close() {
      await wire.close();
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}

/** Cursors over what a majority has: they live on another server than the member's other ones. */
const majorityCursors = new Set<unknown>();

function serve(socket: Socket, set: SetOfMember, me: string): void {
  const upstreams = new Map<number, Upstream>();
  let last: Promise<void> = Promise.resolve();
  const { topology } = set;
  const isPrimary = (): boolean => topology.primary() === me;

  function upstream(port: number): Upstream {
    const known = upstreams.get(port);
    if (known) return known;
    const opened = openUpstream(port);
    upstreams.set(port, opened);
    return opened;
  }
  const send = (reply: Buffer): boolean => !socket.destroyed && (socket.write(reply), true);

  function refuse(command: Command, why: keyof typeof refusals): void {
    const isRetryable = command.body['txnNumber'] !== undefined;
    const topologyVersion = versionOf(topology);
    const labels = isRetryable ? { errorLabels: ['RetryableWriteError'] } : {};
    if (!command.isSilent) send(replyTo(command, { ok: 0, ...refusals[why], ...labels, topologyVersion }));
  }

  async function runWrite(command: Command): Promise<void> {
    if (!isPrimary()) return refuse(command, 'notWritablePrimary');
    const { reply, fate } = await set.write(command, () => upstream(set.ownPort()).exchange(command.message));
    if (set.isMajority(command) && (await fate) === 'dropped')
      return (send(interrupted(command, reply)), undefined);
    if (command.isSilent) return;
    if (set.losesAnswer()) return void socket.resetAndDestroy();
    if (topology.primary() === null) return refuse(command, 'interrupted');
    send(reply);
  }

  function interrupted(command: Command, reply: Buffer): Buffer {
    const labels = command.body['txnNumber'] !== undefined ? { errorLabels: ['RetryableWriteError'] } : {};
    return replyTo(command, { ...replyIn(reply), writeConcernError: refusals.interrupted, ...labels });
  }

  async function runRead(command: Command): Promise<void> {
    const mode = part(command.body['$readPreference'], 'mode') ?? 'primary';
    if (!isPrimary() && mode === 'primary') return refuse(command, 'notPrimaryNoSecondaryOk');
    const isMajority = part(command.body['readConcern'], 'level') === 'majority';
    const reply = await upstream(isMajority ? set.majorityPort() : set.ownPort()).exchange(command.message);
    const cursor = isMajority ? part(replyIn(reply)['cursor'], 'id') : 0n;
    if (typeof cursor === 'bigint' && cursor !== 0n) majorityCursors.add(cursor);
    send(reply);
  }

  async function runOther(command: Command): Promise<void> {
    const { body, name, message } = command;
    const ids: unknown = name === 'killCursors' ? body['cursors'] : [body[name]];
    const isOfMajority = Array.isArray(ids) && ids.some((id) => majorityCursors.has(id));
    send(await upstream(isOfMajority ? set.majorityPort() : set.ownPort()).exchange(message));
  }

  async function run(command: Command): Promise<void> {
    const { name } = command;
    if (['hello', 'isMaster', 'ismaster'].includes(name)) {
      const base = replyIn(await upstream(set.ownPort()).exchange(helloAtOnce(command)));
      const answer = (): Document => helloOf(topology, me, name, base);
      return answerHello(command, topology, answer, send);
    }
    if (isWrite(command)) return runWrite(answered(command));
    return reads.includes(name) ? runRead(command) : runOther(command);
  }

  socket.on(
    'data',
    openMessageReader((message) => {
      last = last.then(() => run(commandIn(message))).catch(() => void socket.destroy());
    }),
  );
  socket.on('error', () => undefined);
  // What the primary has begun it ends, whether or not the client is there to hear of it: it is to be replicated.
  socket.on('close', () => {
    void last.finally(() => {
      for (const one of upstreams.values()) one.close();
    });
  });
}
