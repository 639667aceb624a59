import type { RecordedEvent } from '../../log/event-log.ts';
import type { Document, Projection } from '../../projections/projection.ts';
import { foldBatch } from '../../projections/runner/fold-batch.ts';
import { planBatch } from '../../projections/runner/plan-batch.ts';
import type { Fact } from './samples.ts';

/** A history as the log would hold it: positions 10, 20, …, revisions counted by stream. */
export function recorded(history: readonly Fact[]): RecordedEvent[] {
  const revisions = new Map<string, number>();
  return history.map(({ id, stream, event }, index) => {
    const revision = revisions.get(stream) ?? 0;
    revisions.set(stream, revision + 1);
    return {
      id: id ?? `event-${index + 1}`,
      event,
      stream,
      revision,
      position: BigInt(index + 1) * 10n,
      metadata: {
        accountId: 'acme',
        actor: { kind: 'system', id: 'test' },
        correlationId: 'c',
        causationId: 'c',
      },
      recordedAt: new Date(0),
    };
  });
}

/** The documents that a history leads to, by id; null for a deleted one. Only streams the model reads count. */
export function documentsOf(projection: Projection, ...history: Fact[]): Record<string, Document | null> {
  const items = recorded(history)
    .filter(({ stream }) => projection.streamPrefixes.some((prefix) => stream.startsWith(prefix)))
    .map((event) => ({ event, position: event.position }));
  const { changes, parked } = foldBatch(projection, planBatch(projection, items), new Map());
  for (const { reason } of parked.values()) throw new Error(reason);
  return Object.fromEntries([...changes].map(([id, { doc }]) => [id, doc]));
}
