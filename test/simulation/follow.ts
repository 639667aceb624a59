import type { Lease, Leases } from '../../coordination/leases/leases.ts';
import { Fenced } from '../../coordination/leases/leases.ts';
import type { RecordedEvent } from '../../log/event-log.ts';
import { type Document, modelId, type ProcessManager } from '../../projections/projection.ts';
import { foldBatch, type VersionedDocument } from '../../projections/runner/fold-batch.ts';
import { planBatch } from '../../projections/runner/plan-batch.ts';
import { type RunnerLogger, runUnderLeadership } from '../../projections/runner/runner.ts';
import type { Call } from './memory/memory-leases.ts';
import type { MemoryLog } from './memory/memory-log.ts';
import type { Random } from './random.ts';

/** The documents of process managers, which outlive the processes. */
export type Documents = Map<string, Map<string, VersionedDocument>>;

interface FollowDeps {
  readonly call: Call;
  readonly leases: Leases;
  readonly logger: RunnerLogger;
  readonly log: MemoryLog;
  readonly documents: Documents;
  readonly random: Random;
}

/** Runs a process manager as the real runner does, over a log and documents in memory, until the signal. */
export function followInMemory<Action>(
  { call, leases, logger, log, documents, random }: FollowDeps,
  manager: ProcessManager<Document, Action>,
  perform: (actions: readonly Action[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const id = modelId(manager);
  const stored = documents.get(id) ?? new Map<string, VersionedDocument>();
  documents.set(id, stored);

  const isRead = ({ stream }: RecordedEvent): boolean =>
    manager.streamPrefixes.some((prefix) => stream.startsWith(prefix));

  function write(
    known: ReadonlyMap<string, VersionedDocument>,
    changes: ReadonlyMap<string, VersionedDocument>,
  ): void {
    for (const [key, kept] of changes) {
      if (stored.get(key)?.position !== known.get(key)?.position) throw new Fenced(id);
      stored.set(key, kept);
    }
  }

  async function step(from: bigint | null, lease: Lease): Promise<bigint | null> {
    const most = random.between(1, 100);
    const items = await call(() => log.after(from ?? 0n).slice(0, most));
    const last = items.at(-1);
    if (!last) return from;
    const plan = planBatch(
      manager,
      items.flatMap(({ event, position }) => (event && isRead(event) ? [{ event, position }] : [])),
    );
    const known = await call(
      () => new Map([...stored].filter(([key]) => plan.steps.some((it) => it.key === key))),
    );
    const { changes, actions, parked } = foldBatch<Action>(manager, plan, known);
    for (const { reason } of parked.values()) throw new Error(reason);
    if (actions.length > 0) await perform(actions);
    if (changes.size > 0) await call(() => write(known, changes));
    await lease.move(from, last.position);
    return last.position;
  }

  return runUnderLeadership(id, { leases, signal, logger }, async (lease, leading, worked) => {
    let { position } = lease;
    while (!leading.aborted) {
      position = await step(position, lease);
      worked();
      if ((position ?? 0n) === log.head()) await log.changed(leading);
    }
    return 'stopped';
  });
}
