import { membership } from '../../domain/membership/decider.ts';
import { person } from '../../domain/person/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import type { CommandDeps } from '../deps.ts';
import { forgetNotices } from '../notice/choose-notices.ts';
import { notFound, type Refusal } from '../refusal.ts';
import { releaseLogins } from './claim-login.ts';
import { personWithId } from './find-person.ts';
import { stepDown } from './step-down.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'log' | 'now'>;

export interface RequestedErasure {
  /** ISO 8601. */
  readonly requestedAt: string;
  readonly position: bigint | null;
}

/**
 * Ends everything that a person does here: sessions, memberships and notices end at once, and the address is free. The dispatcher then
 * erases the person. A repeated request has the same outcome.
 * @returns `last_owner` with the accounts that would have no owner; `not_found`
 * @throws LogUnavailable, StreamErased once the person is erased
 */
export async function erasePerson(
  deps: Deps,
  personId: string,
  context: CommandContext,
): Promise<Result<RequestedErasure, Refusal>> {
  const present = await personWithId(deps, personId);
  if (present) {
    const steppedDown = await stepDown(deps, present, context);
    if (!steppedDown.ok) return steppedDown;
  }
  const command = { type: 'RequestErasure', at: deps.now().toISOString() } as const;
  const requested = await deps.aggregates.execute(person, streamOf.person(personId), [command], context);
  if (!requested.ok) return requested;
  const { state, position } = requested.value;
  if (state.exists || state.erasingSince === undefined) return notFound;
  // The dispatcher repeats these steps, in case that this process ends here.
  for (const accountId of present?.accountIds ?? []) await leaveForGood(deps, personId, accountId, context);
  if (present) await releaseLogins(deps, present, context);
  return ok({ requestedAt: state.erasingSince, position });
}

/** Removes a person who is being erased from an account, with the notices that the person had chosen there. @throws LogUnavailable */
export async function leaveForGood(
  { aggregates, log, now }: Deps,
  personId: string,
  accountId: string,
  { requestKey: _, ...context }: CommandContext,
): Promise<void> {
  const command = { type: 'ForgetMember', personId, at: now().toISOString() } as const;
  const stream = streamOf.membership(accountId);
  const own = { ...context, accountId };
  await unlessErased(aggregates.execute(membership, stream, [command], own));
  // Followers of the log do not see deletions, so events say that the choices end.
  await unlessErased(forgetNotices({ aggregates, now }, personId, own));
  await log.eraseStream(streamOf.noticeChoices(accountId, personId));
}
