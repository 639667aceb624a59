import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type Document, Timestamp } from 'bson';
import { type Command, commandIn, openMessageReader, part, replyTo } from './mongodb-messages.ts';

/** A member of a replica set that answers what is asked of its state and of its oplog, and nothing else. */
export interface OplogMember {
  /** `host:port` */
  readonly name: string;
  /** When the first entry of its oplog was written. */
  oplogFrom: Date;
  /** Whether the others see it. */
  isSeen: boolean;
  /** The collections that it was asked to compact. */
  readonly compacted: string[];
  /** Ends its connections, and takes no more; the others go on seeing it. */
  stop(): Promise<void>;
}

/** A replica set of three, of which the first is the primary, to all who ask for its oplogs. */
export async function openOplogs() {
  const members: OplogMember[] = [];
  for (let n = 0; n < 3; n++) members.push(await openMember(members));
  return {
    members,
    url: `mongodb://${members.map(({ name }) => name).join(',')}/?replicaSet=oplogs`,
    close: () => Promise.all(members.map((member) => member.stop())),
  };
}

async function openMember(members: readonly OplogMember[]): Promise<OplogMember> {
  const sockets = new Set<Socket>();
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    const read = openMessageReader((message) => {
      const command = commandIn(message);
      socket.write(replyTo(command, { ok: 1, ...answer(command, member, members) }));
    });
    socket.on('data', read);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const member: OplogMember = {
    name: `127.0.0.1:${address.port}`,
    oplogFrom: new Date(0),
    isSeen: true,
    compacted: [],
    async stop() {
      if (!listener.listening) return;
      const closed = once(listener, 'close');
      listener.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return member;
}

function answer({ name, body }: Command, me: OplogMember, members: readonly OplogMember[]): Document {
  switch (name) {
    case 'hello':
    case 'isMaster':
    case 'ismaster':
      return hello(me, members);
    case 'replSetGetStatus':
      return { members: members.map((member, at) => statusOf(member, at)) };
    case 'find':
      return { cursor: { id: 0n, ns: 'local.oplog.rs', firstBatch: [edgeOf(me, body)] } };
    case 'collStats':
      return { size: 1_000, maxSize: 1_000 };
    case 'compact':
      me.compacted.push(String(body['compact']));
      return {};
    default:
      return {};
  }
}

const hello = (me: OplogMember, members: readonly OplogMember[]): Document => ({
  setName: 'oplogs',
  setVersion: 1,
  hosts: members.map(({ name }) => name),
  me: me.name,
  isWritablePrimary: me === members[0],
  secondary: me !== members[0],
  primary: members[0]?.name,
  maxBsonObjectSize: 16 << 20,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  minWireVersion: 0,
  maxWireVersion: 21,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
});

const statusOf = ({ name, isSeen }: OplogMember, at: number): Document => ({
  name,
  health: isSeen ? 1 : 0,
  stateStr: isSeen ? (at === 0 ? 'PRIMARY' : 'SECONDARY') : '(not reachable/healthy)',
});

/** The first entry of an oplog or the last, which was written an hour later. */
function edgeOf({ oplogFrom }: OplogMember, body: Document): Document {
  const isLast = part(body['sort'], '$natural') === -1;
  const seconds = Math.floor(oplogFrom.getTime() / 1_000) + (isLast ? 3_600 : 0);
  return { ts: new Timestamp({ t: seconds, i: 1 }) };
}
