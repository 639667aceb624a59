import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { beginLog } from '../../../packages/embedded-eventstore/src/appending/write.ts';
import { newestBehaviour, traitsOf } from '../../../packages/embedded-eventstore/src/behaviour.ts';
import type { MemberStatus } from '../../../packages/embedded-eventstore/src/node-services.ts';
import type { ScavengeState } from '../../../packages/embedded-eventstore/src/scavenging/scavenge-state.ts';
import { addServices } from '../../../packages/embedded-eventstore/src/services.ts';
import { openStore } from '../../../packages/embedded-eventstore/src/storage/store.ts';

/** What a member does when it is told to scavenge. */
export type Behaviour = 'succeeds' | 'fails' | 'waits to be stopped';

export interface TestMember {
  /** `host:port` */
  readonly name: string;
  behaviour: Behaviour;
  /** How often it began to remove what can no longer be read. */
  readonly scavenges: () => number;
  leave(): Promise<void>;
  comeBack(): Promise<void>;
}

/**
 * A cluster of three as gossip tells of it, for what depends on members alone: the members serve one log, each tells of
 * scavenges of its own, and each can be away. The first member leads.
 */
export async function startCluster() {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-cluster-'));
  const store = openStore(dir);
  await store.commit(beginLog);
  const statuses: { host: string; port: number; isAlive: boolean; isLeader: boolean }[] = [];
  const members: TestMember[] = [];
  for (const isLeader of [true, false, false]) members.push(await startMember({ store, statuses, isLeader }));
  return {
    members,
    url: `esdb://${members.map(({ name }) => name).join(',')}?tls=false`,
    /** A member that is away for half an hour is named no more. */
    forget(member: TestMember): void {
      const at = statuses.findIndex(({ host, port }) => `${host}:${port}` === member.name);
      statuses.splice(at, 1);
    },
    async close(): Promise<void> {
      for (const member of members) await member.leave();
      await store.close();
      rmSync(dir, { recursive: true });
    },
  };
}

async function startMember({
  store,
  statuses,
  isLeader,
}: {
  readonly store: ReturnType<typeof openStore>;
  readonly statuses: { -readonly [Key in keyof MemberStatus]: MemberStatus[Key] }[];
  readonly isLeader: boolean;
}): Promise<TestMember> {
  const status = { host: '127.0.0.1', port: 0, isAlive: true, isLeader };
  statuses.push(status);
  let state: ScavengeState = { done: -1, left: null };
  let scavenges = 0;
  let stop: (() => Promise<void>) | null = null;

  async function remove(stopped: () => boolean): Promise<number> {
    scavenges += 1;
    if (member.behaviour === 'fails') throw new Error('no room on the disk');
    while (member.behaviour === 'waits to be stopped' && !stopped())
      await new Promise((resolve) => setTimeout(resolve, 5));
    return 0;
  }

  async function listen(): Promise<void> {
    const closing = new AbortController();
    setMaxListeners(0, closing.signal);
    const server = new Server();
    addServices(server, {
      traits: traitsOf[newestBehaviour],
      store,
      closing: closing.signal,
      scavengeEveryMs: undefined,
      remove,
      address: () => status,
      members: () => statuses,
      scavengeState: { read: () => state, write: (next) => void (state = next) },
    });
    const bind = promisify(server.bindAsync.bind(server));
    status.port = await bind(`${status.host}:${status.port}`, ServerCredentials.createInsecure());
    status.isAlive = true;
    stop = async () => {
      status.isAlive = false;
      closing.abort();
      server.forceShutdown();
    };
  }

  const member: TestMember = {
    name: '',
    behaviour: 'succeeds',
    scavenges: () => scavenges,
    async leave() {
      await stop?.();
      stop = null;
    },
    comeBack: listen,
  };
  await listen();
  return Object.assign(member, { name: `${status.host}:${status.port}` });
}
