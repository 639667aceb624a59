import { delivery, type DeliveryCommand } from '../domain/delivery/decider.ts';
import type { DeliverySubject } from '../domain/delivery/events.ts';
import { ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { CommandContext } from '../log/aggregates.ts';
import type { CommandDeps } from './support/deps.ts';
import type { Refusal } from './support/refusal.ts';

export interface DeliveryPlan {
  readonly subject: DeliverySubject;
  readonly dueAt: string;
  /** The destination was disabled when the event happened: recorded as missed, in the same append. */
  readonly skip: boolean;
}

/** Records that an event is to be delivered. Done twice, with the same plan, it is done once. */
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
