import { hostname } from 'node:os';
import { PoisonEvent } from './fold-batch.ts';
import type { ReadStore } from './read-store.ts';
import type { RunnerState } from './runner.ts';

/** What a runner of some process last said of itself. */
export interface RunnerStatus {
  readonly _id: string;
  /** The generation that it runs, or the process manager. */
  readonly model: string;
  readonly process: string;
  readonly state: RunnerState['state'];
  /** Of the last failure, until the next step that was taken. */
  readonly error: { readonly message: string; readonly event_id: string | null; readonly at: string } | null;
  /** Steps of the log a second, of late. */
  readonly rate: number;
  readonly at: string;
}

/** Where the runners of this process write down what they do, for all to see. */
export interface StatusBoard {
  reporterOf(id: string): { onState(state: RunnerState): void; onWork(steps: number): void };
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
  steps: number;
  rate: number;
}

export function openStatusBoard(store: ReadStore): StatusBoard {
  const process = `${hostname()}:${globalThis.process.pid}`;
  const entries = new Map<string, Entry>();
  let writtenAt = performance.now();
  let writing: Promise<unknown> = Promise.resolve();

  async function write(): Promise<void> {
    const now = performance.now();
    const seconds = Math.max(0.001, (now - writtenAt) / 1_000);
    writtenAt = now;
    const at = new Date().toISOString();
    const rows = [...entries].map(([model, entry]) => {
      entry.rate = Math.round(entry.steps / seconds);
      entry.steps = 0;
      const { state, error, rate } = entry;
      return { _id: `${model} ${process}`, model, process, state, error, rate, at };
    });
    if (rows.length === 0) return;
    const writes = rows.map(({ _id, ...replacement }) => ({
      replaceOne: { filter: { _id }, replacement, upsert: true },
    }));
    await collectionOf(store).bulkWrite(writes, { ordered: false });
  }

  // What cannot be told now is told the next time.
  const tell = (): void => void (writing = writing.then(write).catch(() => undefined));
  const timer = setInterval(tell, writeEveryMs).unref();

  return {
    reporterOf(id) {
      const entry: Entry = { state: 'standby', error: null, steps: 0, rate: 0 };
      entries.set(id, entry);
      return {
        onState(told) {
          entry.state = told.state;
          if (told.state === 'stopped') {
            entry.error = errorOf(told.error);
            tell();
          }
        },
        onWork(steps) {
          entry.steps += steps;
          if (entry.state !== 'stopped') entry.error = null;
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

const errorOf = (error: unknown): RunnerStatus['error'] => ({
  message: (error instanceof Error ? error.message : String(error)).slice(0, longestMessage),
  event_id: error instanceof PoisonEvent ? error.eventId : null,
  at: new Date().toISOString(),
});
