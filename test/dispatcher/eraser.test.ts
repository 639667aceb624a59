import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eraseSubmission } from '../../commands/erase-submission.ts';
import { runEraser } from '../../dispatcher/erasure/eraser.ts';
import { runLogPurger } from '../../dispatcher/erasure/log-purger.ts';
import { runStorePurger } from '../../dispatcher/erasure/store-purger.ts';
import { openAggregates } from '../../log/aggregates.ts';
import { StreamErased } from '../../log/event-log.ts';
import type { DomainEvent } from '../../domain/event-registry.ts';
import { minute, scheduled, submitted } from '../projections/samples.ts';
import { eraserDeps } from '../simulation/memory-eraser.ts';
import { openMemoryLeases, type Call } from '../simulation/memory-leases.ts';
import { logOf, openMemoryLog } from '../simulation/memory-log.ts';
import { openMemoryProgress } from '../simulation/memory-progress.ts';
import { openMemoryStore } from '../simulation/memory-store.ts';
import { eventually } from '../support/eventually.ts';

const test = suite('eraser');
const context = {
  accountId: 'acme',
  actor: { kind: 'operator', id: 'test' },
  ...{ correlationId: 'c', causationId: 'c' },
} as const;
const call: Call = async (effect) => effect();

/** An eraser over a log that holds two submissions and a delivery of the first, beside process managers that stand still. */
async function openWorld() {
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

  const leases = openMemoryLeases(1_000, Date.now, () => undefined);
  const checkpoints = leases.checkpointsFor(call);
  const over = new AbortController();
  const aggregates = openAggregates(logOf(log, call));
  /** How far the managers were when the log was rid of what was erased. */
  const scavenged: (bigint | null)[] = [];
  let asked = 0;
  let isMemberAway = false;
  const said: string[] = [];
  const ownLog = {
    ...logOf(log, call),
    async purge(deleted: readonly bigint[]) {
      asked += 1;
      if (isMemberAway) return { cleanUpTo: -1n, pending: [] };
      if (deleted.length > 0) {
        scavenged.push(leases.positionOf('health@1'));
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
    ...{ aggregates, now, checkpoints, progress, logger: pino({ level: 'silent' }) },
    ...eraserDeps({ store, leases }, ownLog, counting, 2),
    queries: store,
    onDoing: (activity: { readonly code: string } | null) => {
      if (activity) said.push(activity.code);
    },
  };
  const running = Promise.all([
    runEraser(deps, over.signal),
    runLogPurger(deps, over.signal),
    runStorePurger(deps, over.signal),
  ]);
  return {
    ...{ log, scavenged, write, said },
    /** How often the workers have asked how far the managers and the members of the log are. */
    asked: () => asked,
    erase: (submissionId = 's1') => eraseSubmission({ aggregates, now }, submissionId, context),
    /** While a member of the log is away, no scavenge starts. */
    setMemberAway: (isAway: boolean): void => void (isMemberAway = isAway),
    /** A manager comes to the end of the log. */
    async catchUp(id: string): Promise<void> {
      const lease = await checkpoints.acquire(id);
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

test('nothing is taken from the log before the health rule has counted it', async () => {
  const world = await openWorld();
  try {
    await world.erase();
    await world.catchUp('planner@1');
    await eventually('the delivery is erased', () => world.has('ErasureTombstoned'));
    await world.catchUp('planner@1');
    await eventually('it waits for health', () => world.said.at(-1) === 'health');
    const seen = world.asked();
    await eventually('it asks on and on', () => world.scavenged.length > 0 || world.asked() > seen + 5);
    assert.equal(world.scavenged, []);
    assert.ok(world.has('DeliveryScheduled'), 'what is erased is there still for those who follow the log');
    const behind = world.log.head();
    await world.catchUp('health@1');
    await eventually('the erasure is complete', () => world.has('ErasureCompleted'));
    assert.equal(world.scavenged, [behind]);
    for (const type of ['ErasureTombstoned', 'ErasureScrubbed'] as const) assert.ok(world.has(type), type);
    assert.not.ok(world.has('DeliveryScheduled'));
    const deletion = ['log', 'planner', 'read_models', 'log', 'read_models'];
    assert.equal(world.said, [...deletion, 'scavenge', 'planner', 'health', 'read_models', 'compaction']);
  } finally {
    await world.stop();
  }
});

test('no scavenge starts while the events of another deletion are still to be counted', async () => {
  const world = await openWorld();
  try {
    world.setMemberAway(true);
    await world.erase('s1');
    await world.catchUp('planner@1');
    await eventually('the first waits for the log', () => world.has('ErasureTombstoned'));
    await world.erase('s2');
    await eventually('the second is being deleted', () => world.isErased('submission-s2'));
    world.setMemberAway(false);
    await world.catchUp('health@1');
    const seen = world.asked();
    await eventually('both wait', () => world.scavenged.length > 0 || world.asked() > seen + 50);
    assert.equal(world.scavenged, [], 'the planner has yet to read the second');
    await eventually('a scavenge starts once both are counted', async () => {
      for (const manager of ['planner@1', 'health@1']) await world.catchUp(manager);
      return world.scavenged.length > 0;
    });
  } finally {
    await world.stop();
  }
});

test.run();
