import { randomUUID } from 'node:crypto';
import { openLeases } from '../../coordination/leases/leases.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import type { EventLog } from '../../log/event-log.ts';
import { collectionsOf } from '../../projections/collections.ts';
import { openProgress, type Progress } from '../../projections/progress/progress.ts';
import { modelId, type Projection } from '../../projections/projection.ts';
import type { Runnable } from '../../projections/runner/follow.ts';
import { runProjection } from '../../projections/runner/runner.ts';
import { eventually } from '../support/eventually.ts';
import type { Fact } from './samples.ts';
import { startLog, startReadStore } from './stores.ts';

const stops = new Set<() => Promise<void>>();

/** The log and the read store of one test file. Closing them stops the projections that a failed test left running. */
export async function startStores() {
  const [{ log, url: logUrl, close: closeLog }, { store, close: closeStore }] = await Promise.all([
    startLog(),
    startReadStore(),
  ]);
  return {
    log,
    logUrl,
    store,
    async close() {
      await Promise.all([...stops].map((stop) => stop()));
      await closeLog();
      await closeStore();
    },
  };
}

/** Writes facts to a log, each to the end of its stream; answers the last position. */
export function writerTo(log: EventLog, accountId = 'acme'): (...facts: Fact[]) => Promise<bigint> {
  const revisions = new Map<string, number>();
  return async (...facts) => {
    let last = -1n;
    for (const { id = randomUUID(), stream, event } of facts) {
      const metadata = {
        accountId,
        actor: { kind: 'system' as const, id: 'test' },
        correlationId: 'c',
        causationId: 'c',
      };
      const appended = await log.append(stream, revisions.get(stream) ?? -1, [{ id, event, metadata }]);
      revisions.set(stream, appended.revision);
      last = appended.position;
    }
    return last;
  };
}

export interface Running {
  readonly progress: Progress;
  /** What it told of itself: states, and the messages of warnings and errors. */
  readonly told: string[];
  stop(): Promise<void>;
  /** Waits until the model holds everything up to `position`. */
  reaches(position: bigint): Promise<void>;
}

export interface RunningOptions {
  readonly leaseMs?: number;
  readonly progress?: Progress;
}

/** Runs a projection until it is stopped. */
export function run<Action>(
  { log, store }: { log: EventLog; store: ReadStore },
  model: Runnable<Action>,
  { leaseMs = 1_000, progress = openProgress(store, [model.projection]) }: RunningOptions = {},
): Running {
  const stopping = new AbortController();
  const told: string[] = [];
  const tell = (details: object, message: string) => told.push(`${message} ${JSON.stringify(details)}`);
  const running = runProjection<Action>({
    ...model,
    log,
    store,
    progress,
    leases: openLeases(store, { leaseMs }),
    signal: stopping.signal,
    logger: { info: () => undefined, warn: tell, error: tell },
    onState: ({ state }) => told.push(state),
  });
  async function stop(): Promise<void> {
    stops.delete(stop);
    stopping.abort();
    await running;
  }
  stops.add(stop);
  return {
    progress,
    told,
    stop,
    async reaches(position) {
      const { name } = model.projection;
      await eventually(`${name} at ${position}`, () => progress.waitFor([name], position, 100));
    },
  };
}

/** A model's documents as they are stored, frame and all, by id. */
export async function storedBy(store: ReadStore, projection: Projection) {
  const found = await collectionsOf(store)(projection).find().sort({ _id: 1 }).toArray();
  return Object.fromEntries(found.map((doc) => [doc._id, doc]));
}

/** Puts a model's checkpoint somewhere, as if it had never moved on. */
export async function rewind(store: ReadStore, projection: Projection, position: bigint | null) {
  const checkpoints = store.named<{ _id: string; position: bigint | null }>('_checkpoints');
  await checkpoints.updateOne({ _id: modelId(projection) }, { $set: { position } });
}
