import type { Decider } from '../domain/decider.ts';
import type { DomainEvent } from '../domain/event-registry.ts';
import type { Result } from '../domain/result.ts';
import type { CommandContext } from '../log/aggregates.ts';
import type { EventLog } from '../log/event-log.ts';
import { findRequest } from '../log/repeated-requests.ts';
import type { Folded } from '../log/stream-cache.ts';
import type { Refusal } from './refusal.ts';

interface Deps {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly now: () => Date;
}

/**
 * Runs a command that checks more than its own stream. A repeated request gets the outcome of its first run, even if
 * the checks would refuse it now.
 * @param outcomeOf returns the outcome from the state of the stream right after the first run
 */
export async function runOnce<S, C, E extends DomainEvent, R, T>(
  { log, now }: Deps,
  decider: Decider<S, C, E, R>,
  stream: string,
  { requestKey }: CommandContext,
  run: () => Promise<Result<T, Refusal>>,
  outcomeOf: (folded: Folded<S>) => Result<T, Refusal>,
): Promise<Result<T, Refusal>> {
  if (requestKey === undefined) return run();
  const { done: before } = await findRequest(log, decider, stream, requestKey, now());
  if (before) return outcomeOf(before);
  const result = await run();
  if (result.ok) return result;
  // Another run may have taken place meanwhile.
  const { done: concurrent } = await findRequest(log, decider, stream, requestKey, now());
  return concurrent ? outcomeOf(concurrent) : result;
}
