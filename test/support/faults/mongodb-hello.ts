import { type Document, Int32, Long, ObjectId } from 'bson';
import { type Command, part, replyTo } from './mongodb-messages.ts';

/** What a replica set looks like to its clients. */
export interface Topology {
  /** All members, as `host:port`. */
  readonly hosts: readonly string[];
  primary(): string | null;
  /** How many primaries there have been. */
  term(): number;
  /** Grows with every change. */
  version(): number;
  /** @returns a function that ends it */
  onChange(changed: () => void): () => void;
}

const processId = new ObjectId();
const setName = 'faults';

/** What each member says of itself and of the set; the rest of it is from the server behind the member. */
export function helloOf(topology: Topology, me: string, name: string, of: Document): Document {
  const primary = topology.primary();
  const isPrimary = primary === me;
  // Drivers tell an old primary from a new one by this.
  const electionId = new ObjectId(`7fffffff${topology.term().toString(16).padStart(16, '0')}`);
  const { electionId: _, primary: __, ismaster: ___, isWritablePrimary: ____, ...constant } = of;
  return {
    ...constant,
    [name === 'hello' ? 'isWritablePrimary' : 'ismaster']: isPrimary,
    secondary: !isPrimary,
    setName,
    setVersion: new Int32(1),
    hosts: [...topology.hosts],
    me,
    ...(isPrimary && { electionId }),
    ...(primary !== null && { primary }),
    localTime: new Date(),
    topologyVersion: versionOf(topology),
  };
}

export const versionOf = (topology: Topology): Document => ({
  processId,
  counter: Long.fromNumber(topology.version()),
});

/**
 * Answers a hello: at once, or, to a client that knows this version of the set, when it changes or the time is over; to
 * a client that takes more than one answer again and again.
 * @returns when no further answer follows
 */
export async function answerHello(
  command: Command,
  topology: Topology,
  answer: () => Document,
  send: (reply: Buffer) => boolean,
): Promise<void> {
  const waitMs = Number(command.body['maxAwaitTimeMS'] ?? 0);
  let known = Number(part(command.body['topologyVersion'], 'counter') ?? -1);
  for (let ownId = 1; ; ownId++) {
    if (waitMs > 0 && known === topology.version()) await changeOf(topology, waitMs);
    known = topology.version();
    const hasMore = waitMs > 0 && command.takesMore;
    if (!send(replyTo(command, answer(), { ownId, hasMore })) || !hasMore) return;
  }
}

const changeOf = (topology: Topology, waitMs: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, waitMs).unref();
    const stop = topology.onChange(done);
  });
