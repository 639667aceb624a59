import { derivedId } from '../derived-id.ts';
import type { Channel } from './kinds.ts';
import type { NoticeTrigger } from './trigger.ts';

/** Where and when a trigger happened. */
export interface TriggerOrigin {
  /** The id of the event. */
  readonly eventId: string;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/**
 * Names an occurrence, so that one notice reports it: a share of a month's quota once a month, a failing destination once a day
 * (UTC), and everything else once for its event.
 */
function nameOf(trigger: NoticeTrigger, { eventId, occurredAt }: TriggerOrigin): readonly string[] {
  switch (trigger.kind) {
    case 'destination.failing':
      return [trigger.destinationId, occurredAt.slice(0, 10)];
    case 'quota.reached':
      return [trigger.month, String(trigger.share)];
    case 'person.changed':
      return [eventId, trigger.toFormer === true ? 'former' : 'present'];
    default:
      return [eventId];
  }
}

/** Returns the id of the notice of a trigger for a person through a channel: the same on any machine, and in any replay. */
export const noticeIdOf = (
  trigger: NoticeTrigger,
  origin: TriggerOrigin,
  to: { readonly accountId: string; readonly personId: string; readonly channel: Channel },
): string =>
  derivedId('notice', to.accountId, to.personId, to.channel, trigger.kind, ...nameOf(trigger, origin));
