import { setTimeout as delay } from 'node:timers/promises';
import type { ReadStore } from '../../../coordination/read-store.ts';
import type { StoreMember } from '../../../coordination/store-members.ts';
import type { EraserDeps } from '../../../dispatcher/erasure/eraser.ts';
import type { LogPurgerDeps } from '../../../dispatcher/erasure/log-purger.ts';
import { nameOf, type Projection } from '../../../projections/projection.ts';
import { memoryOfScavenges } from '../../support/eventstore/scavenge-memory.ts';
import type { Call, MemoryLeases } from './memory-leases.ts';
import type { UsedLog } from './memory-log.ts';
import type { MemoryStore } from './memory-store.ts';

const unneeded = async (): Promise<never> => {
  throw new Error('the eraser is not known to need this');
};
/** Whatever the eraser asks for beyond what there is here comes to light. */
const lacking = (there: object): object =>
  new Proxy(there, { get: (all, name): unknown => Reflect.get(all, name) ?? unneeded });

/** The log, the read store and its models as the eraser of one process sees them. */
export function eraserDeps(
  {
    store,
    leases,
    members,
  }: { readonly store: MemoryStore; readonly leases: MemoryLeases } & Partial<Pick<ReadStore, 'members'>>,
  log: UsedLog,
  call: Call,
  /** How long the eraser is made to wait where it would hear once more that nobody has come further. */
  idleMs = 60_000,
): Pick<
  LogPurgerDeps & EraserDeps,
  'log' | 'store' | 'aliases' | 'scavenges' | 'eraseFiles' | 'parkedAccounts'
> {
  let seen = '';

  const positionOf = (id: string): bigint | null =>
    id.startsWith('health@') ? leases.positionOf(id) : store.positionOf(nameOf(id));

  /** Positions of checkpoints. That nothing has moved is told late, so that a night of waiting takes few steps. */
  async function positions(ids: readonly string[]) {
    const found = await call(() => ids.map((id) => ({ _id: id, position: positionOf(id) })));
    const now = found.map(({ _id, position }) => `${_id} ${position}`).join();
    if (now === seen) await delay(idleMs);
    seen = now;
    return found;
  }

  const member: StoreMember = {
    name: 'memory',
    state: 'up',
    message: '',
    compact: () => call(() => undefined),
    oplog: () => call(() => null),
  };
  const readStore = {
    named: (name: string) => ({
      find: ({ _id }: { readonly _id: { readonly $in: readonly string[] } }) => ({
        // What was erased has no documents left: each model of this world has one generation.
        toArray: async () => (name === '_checkpoints' ? positions(_id.$in) : []),
      }),
    }),
    clock: () => call(() => new Date(0)),
    members: members ?? (() => call(() => [member])),
  };
  const aliases = {
    refresh: () => call(() => undefined),
    records: () => [],
    current: (model: Projection) => model,
  };
  return {
    log: lacking(log) as LogPurgerDeps['log'],
    store: lacking(readStore) as LogPurgerDeps['store'],
    aliases: lacking(aliases) as LogPurgerDeps['aliases'],
    scavenges: memoryOfScavenges(),
    // Nothing is uploaded here.
    eraseFiles: () => Promise.resolve(),
    parkedAccounts: (ids) => call(() => new Set(ids.filter((id) => store.parked.hasAccount(id)))),
  };
}
