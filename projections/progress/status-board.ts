import { hostname } from 'node:os';
import { liveSessions, type Session } from '../../coordination/leases/session.ts';
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

/** The last status that a runner reported. */
export interface RunnerStatus {
  /** The id of the generation or process manager that it runs. */
  readonly model: string;
  readonly process: string;
  readonly state: RunnerState['state'];
  /** The last failure; null after the next successful step. */
  readonly error: { readonly message: string; readonly at: string } | null;
  /** Log items processed in a second, over the last interval. */
  readonly rate: number;
  readonly doing: Activity | null;
}

/** Receives the status of one runner. */
export interface BoardReporter {
  onState(state: RunnerState): void;
  onProgress(steps: number): void;
  /** Null if there is nothing to do. */
  onActivity(activity: Omit<Activity, 'since'> | null): void;
}

/** Reports the statuses of this process's runners with its session, for all processes to read. */
export interface StatusBoard {
  /** Returns the reporter of a runner, by the id of its generation, process manager or worker. */
  reporterOf(id: string): BoardReporter;
  close(): void;
}

const reportEveryMs = 2_000;
const longestMessage = 500;
/** The name of the report in a session. */
const reportName = 'runners';

/** Returns the statuses of the runners of all processes. @throws an error of the store */
export async function readStatus(store: ReadStore): Promise<readonly RunnerStatus[]> {
  const sessions = await liveSessions(store);
  // Only this file writes the report.
  return sessions.flatMap(({ reports }) => (reports[reportName] ?? []) as readonly RunnerStatus[]);
}

interface Entry {
  state: RunnerState['state'];
  error: RunnerStatus['error'];
  doing: Activity | null;
  steps: number;
  rate: number;
}

export function openStatusBoard(session: Session): StatusBoard {
  const process = `${hostname()}:${globalThis.process.pid}`;
  const entries = new Map<string, Entry>();
  let countedAt = performance.now();

  function countRates(): void {
    const now = performance.now();
    const seconds = Math.max(0.001, (now - countedAt) / 1_000);
    countedAt = now;
    for (const entry of entries.values()) {
      entry.rate = Math.round(entry.steps / seconds);
      entry.steps = 0;
    }
  }

  session.addReport(reportName, (): readonly RunnerStatus[] =>
    [...entries].map(([model, { state, error, rate, doing }]) => ({
      model,
      process,
      state,
      error,
      rate,
      doing,
    })),
  );
  // A report that cannot be stored is stored with the next renewal.
  const reportNow = (): void => void session.renew().catch(() => undefined);
  const timer = setInterval(() => {
    countRates();
    void session.current(0.3 * session.leaseMs).catch(() => undefined);
  }, reportEveryMs).unref();

  return {
    reporterOf(id) {
      const entry: Entry = { state: 'standby', error: null, doing: null, steps: 0, rate: 0 };
      entries.set(id, entry);
      return {
        onState(report) {
          entry.state = report.state;
          // A runner that has caught up is past its last failure.
          if (report.state === 'live') entry.error = null;
          if (report.state !== 'stopped') return;
          entry.error = errorOf(report.error);
          reportNow();
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
          reportNow();
        },
      };
    },
    close() {
      clearInterval(timer);
      entries.clear();
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
