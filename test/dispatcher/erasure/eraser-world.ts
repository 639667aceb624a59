import { pino } from 'pino';
import { eraseSubmission } from '../../../commands/submission/erase-submission.ts';
import type { ReadStore } from '../../../coordination/read-store.ts';
import { runEraser } from '../../../dispatcher/erasure/eraser.ts';
import { runLogPurger } from '../../../dispatcher/erasure/log-purger.ts';
import { runStorePurger } from '../../../dispatcher/erasure/store-purger.ts';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import { StreamErased } from '../../../log/log-errors.ts';
import type { Activity } from '../../../projections/progress/status-board.ts';
import { minute, scheduled, submitted } from '../../projections/samples.ts';
import { eraserDeps } from '../../simulation/memory/memory-eraser.ts';
import { type Call, openMemoryLeases } from '../../simulation/memory/memory-leases.ts';
import { logOf, openMemoryLog } from '../../simulation/memory/memory-log.ts';
import { openMemoryProgress } from '../../simulation/memory/memory-progress.ts';
import { openMemoryStore } from '../../simulation/memory/memory-store.ts';

const context = {
  accountId: 'acme',
  actor: { kind: 'operator', id: 'test' },
  correlationId: 'c',
  causationId: 'c',
} as const;
const call: Call = async (effect) => effect();

/**
 * An eraser over a log that holds two submissions and a delivery of the first, beside process managers that stand still.
 * @param members of MongoDB; one without an oplog where none are given
 */
export async function openEraserWorld({ members }: Partial<Pick<ReadStore, 'members'>> = {}) {
  const now = () => new Date(minute(10));
  const log = openMemoryLog(now);
  const store = openMemoryStore();
  const progress = openMemoryProgress(store, now);
  log.watch((event) => {
    store.apply(event);
    progress.noteApplied();
  });
  let events = 0;
  const write = (stream: string, event: DomainEvent): void =>
    void log.append(stream, log.stream(stream).length - 1, [
      { id: `e${events++}`, event, metadata: context },
    ]);
  for (const { stream, event } of [submitted('s1'), scheduled('w1'), submitted('s2')]) write(stream, event);

  const memory = openMemoryLeases(1_000, Date.now, () => undefined);
  const leases = memory.leasesFor(call);
  const over = new AbortController();
  const aggregates = openAggregates(logOf(log, call));
  /** How far the managers were when the log was rid of what was erased. */
  const scavenged: (bigint | null)[] = [];
  let asked = 0;
  let isMemberAway = false;
  const told: Activity[] = [];
  const ownLog = {
    ...logOf(log, call),
    async purge(deleted: readonly bigint[]) {
      asked += 1;
      if (isMemberAway) return { cleanUpTo: -1n, pending: [] };
      if (deleted.length > 0) {
        scavenged.push(memory.positionOf('health@1'));
        log.scavenge();
      }
      return { cleanUpTo: log.head() + 1n, pending: [] };
    },
  };
  const counting: Call = async (effect) => {
    asked += 1;
    return effect();
  };
  const deps = {
    aggregates,
    now,
    leases,
    progress,
    logger: pino({ level: 'silent' }),
    ...eraserDeps({ store, leases: memory, ...(members && { members }) }, ownLog, counting, 2),
    queries: store,
    onActivity: (activity: Activity | null) => {
      if (activity) told.push(activity);
    },
  };
  const running = Promise.all([
    runEraser(deps, over.signal),
    runLogPurger(deps, over.signal),
    runStorePurger(deps, over.signal),
  ]);
  return {
    log,
    scavenged,
    write,
    /** What the workers said that they wait for, oldest first. */
    said: () => told.map(({ code }) => code),
    /** The last of it. */
    waitsFor: () => told.at(-1),
    /** How often the workers have asked how far the managers and the members of the log are. */
    asked: () => asked,
    erase: (submissionId = 's1') => eraseSubmission({ aggregates, now }, submissionId, context),
    /** While a member of the log is away, no scavenge starts. */
    setMemberAway: (isAway: boolean): void => void (isMemberAway = isAway),
    /** A manager comes to the end of the log. */
    async catchUp(id: string): Promise<void> {
      const lease = await leases.acquire(id);
      await lease?.move(lease.position, log.head());
      await lease?.release();
    },
    isErased(stream: string): boolean {
      try {
        log.stream(stream);
        return false;
      } catch (error) {
        if (error instanceof StreamErased) return true;
        throw error;
      }
    },
    has: (type: DomainEvent['type']) => log.after(0n).some(({ event }) => event?.event.type === type),
    async stop(): Promise<void> {
      over.abort();
      await running;
    },
  };
}
