import { type Invitation, openInvitations } from '../../../commands/membership/invitations.ts';
import { membersOf } from '../../../commands/membership/read-members.ts';
import { chosenNotices } from '../../../commands/notice/choose-notices.ts';
import type { Scope } from '../../../domain/api-key/events.ts';
import { unlessErased } from '../../../log/read-unless-erased.ts';
import type { ApiDeps } from '../../api-deps.ts';
import {
  type ArchivedInvitation,
  type ArchivedPerson,
  memberNames,
} from '../../contract/accounts/account-archive.ts';
import { memberOperations } from '../../contract/accounts/members.ts';
import { lackedScope } from '../../contract/operation.ts';
import type { ArchiveWriter } from './archive-writer.ts';

type Deps = Pick<ApiDeps, 'aggregates' | 'now'>;

/**
 * Writes the members and the open invitations of an account, for callers who may list them.
 * @param scopes the scopes of the caller; null for an operator, who may read everything
 * @throws LogUnavailable
 */
export async function writePeople(
  writer: ArchiveWriter,
  deps: Deps,
  accountId: string,
  scopes: readonly Scope[] | null,
): Promise<void> {
  const { people, invitations } = memberNames;
  const required_scope = scopes && lackedScope(memberOperations.listMembers, scopes);
  if (required_scope !== null) {
    for (const path of [people, invitations]) writer.leaveOut({ path, required_scope });
    return;
  }
  // First the invitations: a person who joins meanwhile is in both lists, and never in neither.
  const invited = await openInvitations(deps, accountId);
  await writer.text(people, peopleLines(writer, deps, accountId));
  await writer.text(invitations, invitationLines(writer, invited));
}

async function* peopleLines(
  writer: Pick<ArchiveWriter, 'count'>,
  deps: Deps,
  accountId: string,
): AsyncGenerator<string> {
  for (const { personId: id, name, email, role, since, language } of await membersOf(deps, accountId)) {
    const chosen = await unlessErased(chosenNotices(deps, accountId, id));
    // Removed or erased meanwhile.
    if (!chosen?.ok) continue;
    const { mail, chat, chatAddress } = chosen.value.choices;
    const notices = {
      mail: { ...mail.choice, kinds: [...mail.choice.kinds] },
      chat: { ...chat.choice, kinds: [...chat.choice.kinds], host: chatAddress?.host ?? null },
    };
    const person: ArchivedPerson = { id, name, email, role, joined_at: since, language, notices };
    writer.count('members');
    yield `${JSON.stringify(person)}\n`;
  }
}

async function* invitationLines(
  writer: Pick<ArchiveWriter, 'count'>,
  invitations: readonly Invitation[],
): AsyncGenerator<string> {
  for (const { email, role, invitedAt, expiresAt } of invitations) {
    const invitation: ArchivedInvitation = { email, role, invited_at: invitedAt, expires_at: expiresAt };
    writer.count('invitations');
    yield `${JSON.stringify(invitation)}\n`;
  }
}
