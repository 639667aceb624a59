import { pause } from '../../../async/pause.ts';
import { releaseReplies } from '../../../coordination/idempotency-store.ts';
import { openLeases } from '../../../coordination/leases/leases.ts';
import type { ReadStore } from '../../../coordination/read-store.ts';
import type { IdentifiableLog } from '../../../log/continuity.ts';
import { dropParked } from '../../parking/parked-keys.ts';
import { type Divergence, findDiverged } from '../../progress/divergence.ts';
import { modelId, type Projection } from '../../projection.ts';
import { generationReadBy, withBuild } from '../generations.ts';
import { readMissing } from '../missing.ts';
import type { Models } from '../models.ts';
import type { ProjectionControl } from './control-types.ts';

type Follower = Pick<Projection, 'name' | 'version'>;

interface Deps {
  readonly store: ReadStore;
  readonly log: IdentifiableLog;
  readonly models: Models;
  readonly definitions: readonly Projection[];
  readonly managers: readonly Follower[];
  readonly leaseMs: number;
}

const againMs = 100;

/**
 * What the store knows of the former log: marks in it, its servers and their scavenges, and destinations that may not exist
 * any more. The parts that need them find them again; an erasure would wait for servers of the former log.
 */
const ofFormerLog = ['_time_marks', '_log_members', '_scavenges', '_parked_destinations'];

/** Builds again what the log has diverged from, and lists what the log no longer holds. */
export function realignControl(deps: Deps): Pick<ProjectionControl, 'diverged' | 'realign' | 'missing'> {
  const { store, models, definitions, managers } = deps;

  async function diverged(): Promise<readonly Divergence[]> {
    const records = await models.all();
    const generationsInUse = ({ name, version }: Follower) => {
      const record = records.find(({ _id }) => _id === name);
      return [(record && generationReadBy(record, version)?.id) ?? modelId({ name, version })];
    };
    return findDiverged({ ...deps, aliases: { generationsInUse }, models: definitions });
  }

  async function realign(): Promise<readonly Divergence[]> {
    const found = await diverged();
    const names = new Set(found.map(({ follower }) => follower));
    if (names.size === 0) return found;
    // Answers that name what the log has lost are made again: the same request has the same effect once.
    await releaseReplies(store);
    for (const name of ofFormerLog) await store.drop(name);
    for (const definition of definitions) if (names.has(definition.name)) await replace(models, definition);
    for (const manager of managers) if (names.has(manager.name)) await reset(deps, manager);
    return found;
  }

  return { diverged, realign, missing: (limit, after) => readMissing(store, limit, after) };
}

/** Requests a generation that replaces the one that is read, and abandons other builds: they follow the former log. */
async function replace(models: Models, { name, version }: Projection): Promise<void> {
  await models.change(name, (record) => {
    const read = record && generationReadBy(record, version);
    if (!read || record.generations.some(({ realigns }) => realigns === read.id)) return null;
    const generations = record.generations.map((one) =>
      one.state === 'building' ? { ...one, state: 'dropping' as const } : one,
    );
    const build = { seed: null, realigns: read.id, at: new Date().toISOString() };
    return withBuild({ ...record, generations }, version, build);
  });
}

/**
 * Moves a process manager back to the start of the log. It acts again on every event, and every action that it took
 * before has no effect. The checkpoint moves last, so that a crash leaves the manager stopped.
 */
async function reset({ store, leaseMs }: Deps, manager: Follower): Promise<void> {
  const id = modelId(manager);
  const leases = openLeases(store, { leaseMs });
  const until = performance.now() + 2 * leaseMs;
  for (;;) {
    const lease = await leases.acquire(id);
    if (lease) {
      await store.collection(id).deleteMany({});
      await dropParked(store, id);
      await lease.reset();
      return lease.release();
    }
    if (performance.now() > until) throw new Error(`the lease of ${id} is held`);
    await pause(againMs, new AbortController().signal);
  }
}
