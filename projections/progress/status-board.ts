import { hostname } from 'node:os';
import type { ReadStore } from '../../coordination/read-store.ts';
import type { RunnerState } from '../runner/runner.ts';

/** A member of a store that a worker waits for. */
export interface ActivityMember {
  readonly store: 'eventstore' | 'mongodb';
  readonly member: string;
  /** One of: away, working, waiting, failed, not ready. */
  readonly state: string;
  readonly message: string;
  readonly since: string;
}

/** The step that a worker is at, for operators and programs. */
export interface Activity {
  readonly code: string;
  readonly message: string;
  /** The names of the read models, generations and process managers that the worker waits for. */
  readonly names: readonly string[];
  /** The members of the stores that the worker waits for; absent if there are none. */
  readonly members?: readonly ActivityMember[];
  /** The place in the worker's list up to which this step applies; later entries have not been started. */
  readonly upTo: string | null;
  readonly since: string;
}

/** The last status that a runner wrote. */
export interface RunnerStatus {
  readonly _id: string;
  /** The id of the generation or process manager that it runs. */
  readonly model: string;
  readonly process: string;
  readonly state: RunnerState['state'];
  /** The last failure; null after the next successful step. */
  readonly error: { readonly message: string; readonly at: string } | null;
  /** Log items processed in a second, over the last interval. */
  readonly rate: number;
  /** Absent if an older release wrote the status. */
  readonly doing?: Activity | null;
  readonly at: string;
}

/** Receives the status of one runner. */
export interface BoardReporter {
  onState(state: RunnerState): void;
  onProgress(steps: number): void;
  /** Null if there is nothing to do. */
  onActivity(activity: Omit<Activity, 'since'> | null): void;
}

/** Stores the statuses of this process's runners for all processes to read. */
export interface StatusBoard {
  /** Returns the reporter of a runner, by the id of its generation, process manager or worker. */
  reporterOf(id: string): BoardReporter;
  /** Stops writing, and removes the statuses of this process. */
  close(): Promise<void>;
}

const writeEveryMs = 2_000;
/** A process that has written no status for this long counts as ended. */
const expiryMs = 10_000;
const longestMessage = 500;

const collectionOf = (store: ReadStore) => store.named<RunnerStatus>('_runners');

/** Returns the statuses of the runners of all processes. @throws an error of the store */
export async function readStatus(store: ReadStore): Promise<readonly RunnerStatus[]> {
  const since = new Date(Date.now() - expiryMs).toISOString();
  return collectionOf(store)
    .find({ at: { $gte: since } })
    .sort({ _id: 1 })
    .toArray();
}

interface Entry {
  state: RunnerState['state'];
  error: RunnerStatus['error'];
  doing: Activity | null;
  steps: number;
  rate: number;
}

export function openStatusBoard(store: ReadStore): StatusBoard {
  const process = `${hostname()}:${globalThis.process.pid}`;
  const entries = new Map<string, Entry>();
  let writtenAt = performance.now();
  let writing: Promise<unknown> = Promise.resolve();

  function countRates(): void {
    const now = performance.now();
    const seconds = Math.max(0.001, (now - writtenAt) / 1_000);
    writtenAt = now;
    for (const entry of entries.values()) {
      entry.rate = Math.round(entry.steps / seconds);
      entry.steps = 0;
    }
  }

  async function write(report: Iterable<readonly [model: string, entry: Entry]>): Promise<void> {
    const at = new Date().toISOString();
    const writes = [...report].map(([model, { state, error, rate, doing }]) => ({
      replaceOne: {
        filter: { _id: `${model} ${process}` },
        replacement: { model, process, state, error, rate, doing, at },
        upsert: true,
      },
    }));
    if (writes.length > 0) await collectionOf(store).bulkWrite(writes, { ordered: false });
  }

  // A status that cannot be written is written at the next interval.
  const writeSoon = (report: Iterable<readonly [string, Entry]>): void =>
    void (writing = writing.then(() => write(report)).catch(() => undefined));
  const timer = setInterval(() => {
    countRates();
    writeSoon(entries);
  }, writeEveryMs).unref();

  return {
    reporterOf(id) {
      const entry: Entry = { state: 'standby', error: null, doing: null, steps: 0, rate: 0 };
      entries.set(id, entry);
      const writeOwn = () => writeSoon([[id, entry]]);
      return {
        onState(report) {
          entry.state = report.state;
          // A runner that has caught up is past its last failure.
          if (report.state === 'live') entry.error = null;
          if (report.state !== 'stopped') return;
          entry.error = errorOf(report.error);
          writeOwn();
        },
        onProgress(steps) {
          entry.steps += steps;
          if (entry.state !== 'stopped') entry.error = null;
        },
        onActivity(report) {
          const before = entry.doing;
          if (isSame(report, before)) return;
          const since = report && report.code === before?.code ? before.since : new Date().toISOString();
          entry.doing = report && { ...report, since };
          writeOwn();
        },
      };
    },
    async close() {
      clearInterval(timer);
      await writing;
      const ids = [...entries.keys()].map((model) => `${model} ${process}`);
      await collectionOf(store)
        .deleteMany({ _id: { $in: ids } })
        .catch(() => undefined);
    },
  };
}

const isSame = (one: Omit<Activity, 'since'> | null, other: Activity | null): boolean =>
  one?.code === other?.code &&
  one?.message === other?.message &&
  one?.upTo === other?.upTo &&
  JSON.stringify(one?.members) === JSON.stringify(other?.members);

const errorOf = (error: unknown): RunnerStatus['error'] => ({
  message: (error instanceof Error ? error.message : String(error)).slice(0, longestMessage),
  at: new Date().toISOString(),
});
