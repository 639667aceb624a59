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
import type { Projection } from '../../../projections/projection.ts';
import { configured, type Fact, minute, submitted } from '../../projections/samples.ts';
import { eraserDeps } from '../../simulation/memory/memory-eraser.ts';
import { type Call, openMemoryLeases } from '../../simulation/memory/memory-leases.ts';
import { logOf, openMemoryLog } from '../../simulation/memory/memory-log.ts';
import { openMemoryProgress } from '../../simulation/memory/memory-progress.ts';
import { openMemoryStore } from '../../simulation/memory/memory-store.ts';
import { moveTo } from '../../support/move-to.ts';

const context = {
  accountId: 'acme',
  actor: { kind: 'operator', id: 'test' },
  correlationId: 'c',
  causationId: 'c',
} as const;
const call: Call = async (effect) => effect();

/**
 * An eraser over a log that holds a destination and two submissions, beside a process manager that stands still. No delivery
 * has events.
 * @param members of MongoDB; one without an oplog where none are given
 */
export async function openEraserWorld({
  members,
  onErase = () => undefined,
  versionOf = (version) => version,
}: Partial<Pick<ReadStore, 'members'>> & {
  /** Returns the version of a read model that is read at present. */
  readonly versionOf?: (version: number) => number;
  /** Called before a stream is deleted. */
  readonly onErase?: (stream: string, write: (fact: Fact) => void) => void;
} = {}) {
  const now = () => new Date(minute(10));
  const log = openMemoryLog(now);
  const store = openMemoryStore();
  const progress = openMemoryProgress(store, now);
  log.watch((event) => {
    store.apply(event);
    progress.noteApplied();
  });
  /** The id of an event is its stream and its revision in it. */
  function write({ stream, event }: Fact): void {
    const revision = log.stream(stream).length;
    log.append(stream, revision - 1, [{ id: `${stream} ${revision}`, event, metadata: context }]);
  }
  for (const fact of [configured('d1'), submitted('s1'), submitted('s2')]) write(fact);

  const memory = openMemoryLeases(1_000, Date.now, () => undefined);
  const leases = memory.leasesFor(call);
  const over = new AbortController();
  const aggregates = openAggregates(logOf(log, call));
  /** How far the managers were when the log was rid of what was erased. */
  const scavenged: (bigint | null)[] = [];
  let asked = 0;
  let isMemberAway = false;
  const told: Activity[] = [];
  const readable = logOf(log, call);
  const erased: string[] = [];
  const ownLog = {
    ...readable,
    async eraseStream(stream: string) {
      onErase(stream, write);
      erased.push(stream);
      await readable.eraseStream(stream);
    },
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
  const own = eraserDeps({ store, leases: memory, ...(members && { members }) }, ownLog, counting, 2);
  const deps = {
    aggregates,
    now,
    leases,
    progress,
    logger: pino({ level: 'silent' }),
    ...own,
    aliases: {
      ...own.aliases,
      refresh: own.aliases.refresh,
      records: own.aliases.records,
      current: <P extends Pick<Projection, 'name' | 'version'>>(model: P) => ({
        ...model,
        version: versionOf(model.version),
      }),
    },
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
    store,
    /** The streams that were deleted, in order; one may be named more than once. */
    erased,
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
      await moveTo(lease, log.head());
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
    /** Whether the log still holds events of a stream, for those who follow it. */
    holds: (stream: string) => log.after(0n).some(({ event }) => event?.stream === stream),
    async stop(): Promise<void> {
      over.abort();
      await running;
    },
  };
}
