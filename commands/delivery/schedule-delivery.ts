import { delivery, type DeliveryCommand } from '../../domain/delivery/decider.ts';
import type { DeliverySubject } from '../../domain/delivery/events.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import type { Refusal } from '../refusal.ts';

export interface DeliveryPlan {
  readonly subject: DeliverySubject;
  readonly dueAt: string;
  /**
   * Whether the destination was disabled at the time of the event: the delivery is then skipped in the same
   * append.
   */
  readonly skip: boolean;
}

/**
 * Schedules the delivery of an event. Repeating with the same plan has no effect: the delivery's stream exists, and is
 * read. Event ids derived from the plan would let the log accept the repetition, which says nothing of the delivery now.
 */
export async function scheduleDelivery(
  { aggregates }: Pick<CommandDeps, 'aggregates'>,
  { subject, dueAt, skip }: DeliveryPlan,
  context: CommandContext,
): Promise<Result<void, Refusal>> {
  const commands: DeliveryCommand[] = [{ type: 'ScheduleDelivery', subject, dueAt }];
  if (skip) commands.push({ type: 'SkipDelivery', at: subject.at });
  const stream = streamOf.delivery(subject.deliveryId);
  const done = await aggregates.execute(delivery, stream, commands, context, { isNew: true });
  return done.ok ? ok(undefined) : done;
}
