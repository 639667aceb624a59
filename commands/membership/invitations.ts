import { invitation } from '../../domain/invitation/decider.ts';
import { membership } from '../../domain/membership/decider.ts';
import type { Role } from '../../domain/membership/roles.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import type { CommandDeps } from '../deps.ts';
import { idOfNew } from '../keyed-streams.ts';
import { personWithEmail } from '../person/find-person.ts';
import { emailIn } from '../person/login-name.ts';
import { invalid, type Refusal } from '../refusal.ts';
import { executeOnMembers, listAccount, type MembershipOutcome } from './members.ts';

/** How long an invitation may be accepted. */
const invitationDays = 7;
const dayMs = 86_400_000;

export interface Invitation {
  readonly invitationId: string;
  readonly email: string;
  readonly role: Role;
  /** ISO 8601, as `invitedAt`. */
  readonly expiresAt: string;
  readonly invitedAt: string;
}

export interface InvitationOutcome extends Invitation {
  readonly position: bigint | null;
}

type Deps = Pick<CommandDeps, 'aggregates' | 'log' | 'now' | 'newId'>;

/**
 * Invites a person to be a member of the context's account. An earlier invitation to the same address is withdrawn.
 * @returns `invalid_request` for a text that is no address, `already_member`, `plan_limit_reached`
 */
export async function inviteMember(
  deps: Deps,
  { email: given, role }: { readonly email: string; readonly role: Role },
  context: CommandContext,
): Promise<Result<InvitationOutcome, Refusal>> {
  const email = emailIn(given);
  if (email === null)
    return invalid('The address is invalid.', [
      { path: '/email', code: 'invalid_format', message: 'Must be an e-mail address.' },
    ]);
  const { accountId } = context;
  const { state } = await deps.aggregates.load(membership, streamOf.membership(accountId));
  const present = await personWithEmail(deps, email);
  if (present && state.members.has(present.personId)) return err({ code: 'already_member' });
  const earlier = (await openInvitations(deps, accountId)).filter((each) => each.email === email);
  const invitationId = await idOfNew(deps, 'invitations', streamOf.invitation, context);
  const at = deps.now().toISOString();
  const expiresAt = new Date(deps.now().getTime() + invitationDays * dayMs).toISOString();
  const { requestKey: __, ...once } = context;
  const addressed = await deps.aggregates.execute(
    invitation,
    streamOf.invitation(invitationId),
    [{ type: 'AddressInvitation', invitationId, accountId, email, at }],
    once,
  );
  if (!addressed.ok && addressed.error.code !== 'already_exists') return addressed;
  const replaces = earlier.map((each) => each.invitationId).filter((id) => id !== invitationId);
  const invited = await executeOnMembers(
    deps,
    [{ type: 'InviteMember', invitationId, role, expiresAt, replaces, at }],
    context,
  );
  if (!invited.ok) {
    await eraseInvitation(deps, invitationId);
    return invited;
  }
  for (const id of replaces) await eraseInvitation(deps, id);
  const open = invited.value.membership.invitations.get(invitationId);
  if (!open) return err({ code: 'invitation_over' });
  return ok({ invitationId, email, ...open, position: invited.value.position });
}

/**
 * Withdraws an invitation. Its address is erased first: after a crash, the invitation can be withdrawn again, and expires otherwise.
 * @returns `not_found` for one that is over
 */
export async function withdrawInvitation(
  deps: Deps,
  invitationId: string,
  context: CommandContext,
): Promise<Result<MembershipOutcome, Refusal>> {
  const { state } = await deps.aggregates.load(membership, streamOf.membership(context.accountId));
  // The id may be that of another account.
  if (state.invitations.has(invitationId)) await eraseInvitation(deps, invitationId);
  const at = deps.now().toISOString();
  return executeOnMembers(deps, [{ type: 'WithdrawInvitation', invitationId, at }], context);
}

/**
 * Makes the person who acts a member of the context's account.
 * @returns `invitation_over`, `already_member` for a member of the account, `not_found` for a person who is being erased
 */
export async function acceptInvitation(
  deps: Deps,
  { invitationId, personId }: { readonly invitationId: string; readonly personId: string },
  context: CommandContext,
): Promise<Result<MembershipOutcome, Refusal>> {
  const { state } = await deps.aggregates.load(membership, streamOf.membership(context.accountId));
  // A removal whose process ended early left the account in the list, with the sessions of that time.
  const changes = state.members.has(personId) ? [] : (['LeaveAccount', 'JoinAccount'] as const);
  for (const type of changes) {
    const listed = await listAccount(deps, personId, type, context);
    if (!listed.ok) return listed;
  }
  const at = deps.now().toISOString();
  const accepted = await executeOnMembers(
    deps,
    [{ type: 'AcceptInvitation', invitationId, personId, at }],
    context,
  );
  if (accepted.ok) await eraseInvitation(deps, invitationId);
  return accepted;
}

/** Returns the address of an invitation and its account; null once it is erased. */
async function invitationWithId(
  { aggregates }: Pick<Deps, 'aggregates'>,
  invitationId: string,
): Promise<{ readonly accountId: string; readonly email: string } | null> {
  const read = await unlessErased(aggregates.load(invitation, streamOf.invitation(invitationId), 1_000));
  return read?.state.exists ? read.state : null;
}

/** Returns an invitation with its account; null once it is over. */
export async function findOpenInvitation(
  deps: Pick<Deps, 'aggregates' | 'now'>,
  invitationId: string,
): Promise<(Invitation & { readonly accountId: string }) | null> {
  const addressed = await invitationWithId(deps, invitationId);
  if (!addressed) return null;
  const { accountId } = addressed;
  const open = await openInvitations(deps, accountId);
  const found = open.find((each) => each.invitationId === invitationId);
  return found ? { ...found, accountId } : null;
}

/** Returns the invitations of an account that may still be accepted, oldest first. */
export async function openInvitations(
  deps: Pick<Deps, 'aggregates' | 'now'>,
  accountId: string,
): Promise<readonly Invitation[]> {
  const read = deps.aggregates.load(membership, streamOf.membership(accountId));
  const { state } = (await unlessErased(read)) ?? { state: membership.initial };
  const at = deps.now().toISOString();
  const open = [...state.invitations].filter(([, { expiresAt }]) => expiresAt > at);
  const found = await Promise.all(
    open.map(async ([invitationId, each]) => {
      const addressed = await invitationWithId(deps, invitationId);
      return addressed ? [{ invitationId, email: addressed.email, ...each }] : [];
    }),
  );
  return found.flat();
}

const eraseInvitation = ({ log }: Pick<Deps, 'log'>, invitationId: string): Promise<void> =>
  log.eraseStream(streamOf.invitation(invitationId));
