import { projectionSkips } from '../../domain/projection/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import type { Refusal } from '../refusal.ts';

export interface Skip {
  readonly projection: string;
  readonly eventId: string;
  readonly reason: string;
}

/** Records that a projection skips an event, now and in every rebuild. */
export async function skipProjectionEvent(
  { aggregates, now }: Pick<CommandDeps, 'aggregates' | 'now'>,
  skip: Skip,
  context: CommandContext,
): Promise<Result<{ readonly at: string; readonly position: bigint | null }, Refusal>> {
  const at = now().toISOString();
  const stream = streamOf.projection(skip.projection);
  const done = await aggregates.execute(
    projectionSkips,
    stream,
    [{ type: 'SkipEvent', ...skip, at }],
    context,
  );
  return done.ok ? ok({ at, position: done.value.position }) : done;
}
