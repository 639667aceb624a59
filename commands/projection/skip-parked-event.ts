import { projectionSkips } from '../../domain/projection/decider.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import type { Refusal } from '../refusal.ts';

export interface Skip {
  readonly projection: string;
  readonly eventId: string;
  readonly reason: string;
}

/** The keys that projections have parked. `F` is why an event cannot be skipped. */
interface ParkedKeys<F> {
  /** Returns why a projection cannot skip an event; null if it can. */
  maySkip(projection: string, eventId: string): Promise<F | null>;
  /** Has the keys that are parked at an event be tried again. */
  retry(projection: string, eventId: string): Promise<unknown>;
}

interface Deps<F> extends Pick<CommandDeps, 'aggregates' | 'now'> {
  readonly projections: ParkedKeys<F>;
}

/** Why an event was not skipped: a refusal, or a reason of the projection. */
export type SkipRefusal<F> = Refusal | { readonly code: 'not_skippable'; readonly reason: F };

/**
 * Records that a projection skips an event at which it has parked a key, now and in every rebuild, and has the key be
 * tried again.
 */
export async function skipParkedEvent<F>(
  { aggregates, now, projections }: Deps<F>,
  { projection, eventId, reason }: Skip,
  context: CommandContext,
): Promise<Result<{ readonly at: string; readonly position: bigint | null }, SkipRefusal<F>>> {
  const refusal = await projections.maySkip(projection, eventId);
  if (refusal !== null) return err({ code: 'not_skippable', reason: refusal });
  const at = now().toISOString();
  const command = { type: 'SkipEvent', projection, eventId, reason, at } as const;
  const done = await aggregates.execute(projectionSkips, streamOf.projection(projection), [command], context);
  if (!done.ok) return done;
  await projections.retry(projection, eventId);
  return ok({ at, position: done.value.position });
}
