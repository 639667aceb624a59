import type { PlannedNotice } from '../../domain/notice/decider.ts';
import { noticeIdOf } from '../../domain/notice/notice-id.ts';
import { personChanges, type PersonTrigger } from '../../domain/notice/trigger.ts';
import { idIn } from '../../domain/stream-names.ts';
import type { RecordedEvent } from '../../log/event-log.ts';

/** A change of how a person signs in. */
export interface ChangeAnnouncement {
  readonly kind: 'change';
  readonly personId: string;
  readonly trigger: PersonTrigger;
  readonly eventId: string;
  readonly position: bigint;
  /** ISO 8601. */
  readonly occurredAt: string;
  readonly correlationId: string;
}

const changeOf = (type: string) => personChanges.find((change) => change === type);

/** Whether an event of a person changes how the person signs in. */
export const isChange = (type: string): boolean => changeOf(type) !== undefined;

function byOf({ metadata: { actor } }: RecordedEvent): PersonTrigger['by'] {
  if (actor.kind === 'operator') return 'operator';
  return actor.kind === 'member' ? 'person' : 'service';
}

/** Returns the change that an event of a person's stream is; null for another event. */
export function changeIn(recorded: RecordedEvent): ChangeAnnouncement | null {
  const { id: eventId, stream, position, event, metadata } = recorded;
  const change = changeOf(event.type);
  if (change === undefined || !('at' in event.data)) return null;
  return {
    kind: 'change',
    personId: idIn(stream),
    eventId,
    position,
    correlationId: metadata.correlationId,
    trigger: { kind: 'person.changed', change, position: String(position), by: byOf(recorded) },
    occurredAt: event.data.at,
  };
}

/** The mails about a change: to the person's address, and to the former one after a change of the address. They belong to no account. */
export function noticesOfChange({
  personId,
  trigger,
  eventId,
  occurredAt,
}: ChangeAnnouncement): PlannedNotice[] {
  const to = { accountId: '', personId, channel: 'mail' } as const;
  const triggers: PersonTrigger[] = [trigger];
  if (trigger.change === 'PersonEmailChanged') triggers.push({ ...trigger, toFormer: true });
  return triggers.map((each) => ({
    noticeId: noticeIdOf(each, { eventId, occurredAt }, to),
    ...to,
    trigger: each,
    occurredAt,
  }));
}
