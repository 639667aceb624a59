import type { CommandDeps } from '../../commands/deps.ts';
import { account } from '../../domain/account/decider.ts';
import { membership } from '../../domain/membership/decider.ts';
import { type Channel, channels } from '../../domain/notice/kinds.ts';
import { noticeIdOf } from '../../domain/notice/notice-id.ts';
import type { AccountTrigger } from '../../domain/notice/trigger.ts';
import { noticeChoices } from '../../domain/notice-choices/decider.ts';
import { person } from '../../domain/person/decider.ts';
import type { Device } from '../../domain/person/events.ts';
import { isKnownDevice } from '../../domain/person/state.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import { appendPlan } from './append-plan.ts';
import { channelsFor } from './recipients.ts';

/** A session that a person has begun with a proof of who they are. */
export interface SignInAnnouncement {
  readonly kind: 'sign-in';
  readonly personId: string;
  readonly trigger: Extract<AccountTrigger, { kind: 'member.signed_in' }>;
  readonly device: Device;
  /** The account that was entered. */
  readonly enteredId: string;
  readonly eventId: string;
  readonly position: bigint;
  /** ISO 8601. */
  readonly occurredAt: string;
  readonly correlationId: string;
}

type Deps = Pick<CommandDeps, 'aggregates' | 'now'>;

/**
 * Plans the notices of a sign-in from a device or network that the person had not used before: at most one through each channel, for
 * the entered account, or else the first account of the person where this notice was chosen at that time.
 * @throws LogUnavailable
 */
export async function planSignIn(deps: Deps, announcement: SignInAnnouncement): Promise<void> {
  const { personId, trigger, device, enteredId, eventId, position, occurredAt } = announcement;
  const stream = streamOf.person(personId);
  const before = await unlessErased(deps.aggregates.loadAsOf(person, stream, position - 1n));
  if (!before?.state.exists || isKnownDevice(before.state, device)) return;
  const accountIds = new Set([enteredId, ...before.state.accountIds]);
  const planned = new Set<Channel>();
  for (const accountId of accountIds) {
    if (planned.size === channels.length) return;
    for (const channel of await channelsIn(deps, accountId, announcement)) {
      if (planned.has(channel)) continue;
      planned.add(channel);
      // Without the account: a replay after the erasure of an account that was chosen then plans no second notice for another.
      const noticeId = noticeIdOf(trigger, { eventId, occurredAt }, { accountId: '', personId, channel });
      const notice = { noticeId, accountId, personId, channel, trigger, occurredAt };
      await unlessErased(appendPlan(deps, notice, announcement));
    }
  }
}

/** The channels through which the person wanted to know of sign-ins by the choices in an account, as of the sign-in. */
async function channelsIn(
  { aggregates }: Deps,
  accountId: string,
  { personId, trigger, position }: SignInAnnouncement,
): Promise<readonly Channel[]> {
  const read = await unlessErased(
    Promise.all([
      aggregates.loadAsOf(noticeChoices, streamOf.noticeChoices(accountId, personId), position),
      aggregates.loadAsOf(membership, streamOf.membership(accountId), position),
      aggregates.loadAsOf(account, streamOf.account(accountId), position),
    ]),
  );
  if (!read) return [];
  const [{ state: choices }, { state: members }, { state: owner }] = read;
  if (!owner.exists || owner.closedAt !== null) return [];
  const { mail, chat, chatAddress } = choices;
  return channelsFor(
    {
      personId,
      role: members.members.get(personId)?.role ?? null,
      mail: mail.choice,
      chat: chat.choice,
      hasChatAddress: chatAddress !== null,
    },
    trigger,
  );
}
