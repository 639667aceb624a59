import { hostname } from 'node:os';
import type { ReadStore } from '../../read-store/read-store.ts';
import type { RunnerState } from '../runner/runner.ts';

/** A member of a store that is waited for. */
export interface ActivityMember {
  readonly store: 'eventstore' | 'mongodb';
  readonly member: string;
  /** `away`, `working`, `waiting`, `failed` or `not ready`. */
  readonly state: string;
  readonly message: string;
  readonly since: string;
}

/** What somebody who works through a list is at, for people and for programs. */
export interface Activity {
  readonly code: string;
  readonly message: string;
  /** Of the read models, generations and process managers that it waits for. */
  readonly names: readonly string[];
  /** Members of the stores that it waits for; absent where it waits for none. */
  readonly members?: readonly ActivityMember[];
  /** The place in the list up to which this is so; what is further on has not been taken up. */
  readonly upTo: string | null;
  readonly since: string;
}

/** What a runner of some process last said of itself. */
export interface RunnerStatus {
  readonly _id: string;
  /** The generation that it runs, or the process manager. */
  readonly model: string;
  readonly process: string;
  readonly state: RunnerState['state'];
  /** Of the last failure, until the next step that was taken. */
  readonly error: { readonly message: string; readonly at: string } | null;
  /** Steps of the log a second, of late. */
  readonly rate: number;
  /** Absent where a release wrote it that did not tell. */
  readonly doing?: Activity | null;
  readonly at: string;
}

/** Where a runner tells what it does. */
export interface BoardReporter {
  onState(state: RunnerState): void;
  onWork(steps: number): void;
  /** Null: there is nothing to do. */
  onDoing(activity: Omit<Activity, 'since'> | null): void;
}

/** Where the runners of this process write down what they do, for all to see. */
export interface StatusBoard {
  reporterOf(id: string): BoardReporter;
  close(): Promise<void>;
}

const writeEveryMs = 2_000;
/** Who has not written for so long has ended. */
const silentMs = 10_000;
const longestMessage = 500;

const collectionOf = (store: ReadStore) => store.named<RunnerStatus>('_runners');

/** What the runners of all processes say. @throws when the store does not answer */
export async function readStatus(store: ReadStore): Promise<readonly RunnerStatus[]> {
  const since = new Date(Date.now() - silentMs).toISOString();
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

  async function write(told: Iterable<readonly [model: string, entry: Entry]>): Promise<void> {
    const at = new Date().toISOString();
    const writes = [...told].map(([model, { state, error, rate, doing }]) => ({
      replaceOne: {
        filter: { _id: `${model} ${process}` },
        replacement: { model, process, state, error, rate, doing, at },
        upsert: true,
      },
    }));
    if (writes.length > 0) await collectionOf(store).bulkWrite(writes, { ordered: false });
  }

  // What cannot be told now is told the next time.
  const tell = (told: Iterable<readonly [string, Entry]>): void =>
    void (writing = writing.then(() => write(told)).catch(() => undefined));
  const timer = setInterval(() => {
    countRates();
    tell(entries);
  }, writeEveryMs).unref();

  return {
    reporterOf(id) {
      const entry: Entry = { state: 'standby', error: null, doing: null, steps: 0, rate: 0 };
      entries.set(id, entry);
      const tellOwn = () => tell([[id, entry]]);
      return {
        onState(told) {
          entry.state = told.state;
          // Whoever comes to the end of what there was to do is past it.
          if (told.state === 'live') entry.error = null;
          if (told.state !== 'stopped') return;
          entry.error = errorOf(told.error);
          tellOwn();
        },
        onWork(steps) {
          entry.steps += steps;
          if (entry.state !== 'stopped') entry.error = null;
        },
        onDoing(told) {
          const before = entry.doing;
          if (isSame(told, before)) return;
          const since = told && told.code === before?.code ? before.since : new Date().toISOString();
          entry.doing = told && { ...told, since };
          tellOwn();
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
