import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type MongoServer, startMongo } from '../../../packages/embedded-mongodb/src/server.ts';
import { type Member, openMember, type SetOfMember } from './mongodb-member.ts';
import type { Command } from './mongodb-messages.ts';
import { openOplog, type Oplog } from './mongodb-oplog.ts';

/**
 * Two embedded servers as the members of a replica set. Writes take place on the primary and follow on the secondary; a
 * majority are both.
 */
export interface ReplicaSet {
  readonly url: string;
  readonly members: readonly Member[];
  primary(): Member;
  /** How far the secondary stays behind; Infinity: it gets nothing more. */
  lag(ms: number): void;
  /** While true, the connection is cut where a write should be answered; the write took place. */
  loseAnswers(areLost: boolean): void;
  /** Clients that follow the members hear of a change so late; a refused command tells of it before. */
  announceAfter(ms: number): void;
  /**
   * The other member becomes the primary; for `forMs` there is none. Unless it is graceful, what the secondary does not
   * have by then is rolled back. @returns how many writes were
   */
  stepDown(options?: { readonly forMs?: number; readonly isGraceful?: boolean }): Promise<number>;
  close(): Promise<void>;
}

export interface ReplicaSetOptions {
  /** Where the members keep their data. */
  readonly dir: string;
  /** How many writes have to be on a majority; a service that pins w:1 is played by `() => false`. */
  readonly isMajority?: (command: Command) => boolean;
}

/** Without a concern it is MongoDB's default, the majority. */
function asAsked({ body }: Command): boolean {
  const concern: unknown = body['writeConcern'];
  const w: unknown =
    typeof concern === 'object' && concern !== null && 'w' in concern ? concern.w : undefined;
  return w === undefined || w === 'majority' || Number(w) > 1;
}

interface Store {
  readonly dir: string;
  server: MongoServer;
}

const start = (dir: string): Promise<MongoServer> => startMongo({ dir, port: 0 });
const portOf = ({ server }: Store): number => server.port;

export async function openReplicaSet({ dir, isMajority = asAsked }: ReplicaSetOptions): Promise<ReplicaSet> {
  const openStore = async (name: string): Promise<Store> => {
    const path = join(dir, name);
    mkdirSync(path, { recursive: true });
    return { dir: path, server: await start(path) };
  };
  const stores = await Promise.all([openStore('first'), openStore('second')]);
  const members: Member[] = [];
  const changed = new Set<() => void>();
  const locks = new Map<string, Promise<unknown>>();
  const active = new Set<Promise<unknown>>();
  let leading: number | null = null;
  let [term, version, lagMs, losesAnswers, announceAfterMs] = [0, 0, 0, false, 0];
  let oplog: Oplog | null = null;

  const store = (index: number): Store => (index === 0 ? stores[0] : stores[1]);
  const topology = {
    hosts: [] as string[],
    primary: () => (leading === null ? null : (members[leading]?.address ?? null)),
    term: () => term,
    version: () => version,
    onChange(told: () => void) {
      changed.add(told);
      return () => void changed.delete(told);
    },
  };

  function lead(index: number | null): void {
    leading = index;
    version++;
    if (index !== null) {
      term++;
      oplog = openOplog(portOf(store(1 - index)), lagMs);
    }
    const announce = (): void => [...changed].forEach((told) => told());
    if (announceAfterMs === 0) announce();
    else setTimeout(announce, announceAfterMs).unref();
  }

  /** One write of a collection after the other: so the order in which the primary takes them is known. */
  async function write(command: Command, run: () => Promise<Buffer>) {
    const name = `${command.body['$db']}.${command.body[command.name]}`;
    const before = locks.get(name) ?? Promise.resolve();
    const log = oplog;
    const work = before.then(async () => {
      const reply = await run();
      if (!log) throw new Error('the primary has stepped down');
      return { reply, fate: log.add(command, reply) };
    });
    const settled = work.catch(() => undefined);
    locks.set(name, settled);
    active.add(settled);
    void settled.then(() => active.delete(settled));
    return work;
  }

  const setOf = (index: number): SetOfMember => ({
    topology,
    write,
    isMajority,
    ownPort: () => portOf(store(index)),
    majorityPort: () => portOf(store(leading === null ? index : 1 - leading)),
    losesAnswer: () => losesAnswers,
  });

  /** The member that was ahead takes over the files of the other one: as if it had rolled back. */
  async function rollBack(index: number): Promise<void> {
    await Promise.all(stores.map(({ server }) => server.close()));
    const [from, to] = [store(1 - index).dir, store(index).dir];
    rmSync(to, { recursive: true });
    cpSync(from, to, { recursive: true });
    await Promise.all(stores.map(async (one) => (one.server = await start(one.dir))));
  }

  async function stepDown({ forMs = 0, isGraceful = false } = {}): Promise<number> {
    const index = leading;
    if (index === null) throw new Error('an election is under way');
    lead(null);
    const over = delay(forMs);
    await Promise.all(active);
    const dropped = (await oplog?.end(isGraceful)) ?? 0;
    if (dropped > 0) await rollBack(index);
    await over;
    lead(1 - index);
    return dropped;
  }

  for (const index of [0, 1]) members.push(await openMember(() => setOf(index)));
  topology.hosts.push(...members.map(({ address }) => address));
  lead(0);
  return {
    url: `mongodb://${topology.hosts.join(',')}/?replicaSet=faults`,
    members,
    primary() {
      const member = leading === null ? undefined : members[leading];
      if (!member) throw new Error('an election is under way');
      return member;
    },
    lag(ms) {
      lagMs = ms;
      oplog?.lag(ms);
    },
    loseAnswers(areLost) {
      losesAnswers = areLost;
    },
    announceAfter(ms) {
      announceAfterMs = ms;
    },
    stepDown,
    async close() {
      await Promise.all(members.map((member) => member.close()));
      await oplog?.end(false);
      await Promise.all(stores.map(({ server }) => server.close()));
    },
  };
}
