import { type Role, scopesOf } from '../../domain/membership/roles.ts';
import { type Channel, channels } from '../../domain/notice/kinds.ts';
import type { NoticeTrigger, TriggerKind } from '../../domain/notice/trigger.ts';
import { nothingChosen } from '../../domain/notice-choices/decider.ts';
import type { ChannelChoice } from '../../domain/notice-choices/events.ts';

/** A member of an account, or a former one, with the choices of notices. */
export interface Recipient {
  readonly personId: string;
  /** Null for people who are no members. */
  readonly role: Role | null;
  readonly mail: ChannelChoice;
  readonly chat: ChannelChoice;
  readonly hasChatAddress: boolean;
}

export const newRecipient = (personId: string): Recipient => ({
  personId,
  role: null,
  mail: nothingChosen,
  chat: nothingChosen,
  hasChatAddress: false,
});

/** Whether members of a role may see the subject of a notice. The plan and its use concern those who run the forms. */
export function maySee(role: Role, kind: TriggerKind): boolean {
  const scopes = scopesOf[role];
  switch (kind) {
    case 'destination.failing':
    case 'destination.disabled':
      return scopes.includes('webhooks:read');
    case 'quota.reached':
      return scopes.includes('forms:write');
    case 'form.closed':
      return scopes.includes('forms:read');
    case 'submission.created':
    case 'submission.digest':
      return scopes.includes('submissions:read');
    case 'member.signed_in':
    case 'person.changed':
      return true;
    default:
      return kind satisfies never;
  }
}

/** Whether a choice includes what happened. */
export function includes({ kinds, submissions }: ChannelChoice, trigger: NoticeTrigger): boolean {
  switch (trigger.kind) {
    case 'submission.created':
      return submissions === 'each';
    case 'submission.digest':
      return submissions === trigger.pace;
    case 'person.changed':
      return true;
    default:
      return kinds.includes(trigger.kind);
  }
}

/** Returns the channels through which a person gets a notice of an occurrence. */
export function channelsFor(recipient: Recipient, trigger: NoticeTrigger): readonly Channel[] {
  const { role, hasChatAddress } = recipient;
  if (role === null || !maySee(role, trigger.kind)) return [];
  return channels.filter(
    (channel) => includes(recipient[channel], trigger) && (channel === 'mail' || hasChatAddress),
  );
}
