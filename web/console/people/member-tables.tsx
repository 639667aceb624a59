import type { FastifyRequest } from 'fastify';
import type { Invitation } from '../../../commands/membership/invitations.ts';
import type { MemberView } from '../../../commands/membership/read-members.ts';
import { type Role, roles } from '../../../domain/membership/roles.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Empty } from '../../parts/empty.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { PostButton } from '../parts/post-button.tsx';
import { visitorIn } from '../session/visitor.ts';
import { FormToken } from '../shell.tsx';
import { erasePersonUrl } from './erase-person.tsx';

export const membersUrl = (accountId: string): string =>
  `/console/accounts/${encodeURIComponent(accountId)}/members`;

const memberUrl = (accountId: string, personId: string): string =>
  `${membersUrl(accountId)}/${encodeURIComponent(personId)}`;

export const invitationsUrl = (accountId: string): string =>
  `/console/accounts/${encodeURIComponent(accountId)}/invitations`;

/** The permissions of each role, in a line. */
export const roleHelp: Readonly<Record<Role, string>> = {
  owner: 'everything, also members and settings',
  editor: 'forms, submissions and destinations',
  viewer: 'sees all of that, and changes nothing',
};

const RoleForm = ({
  request,
  accountId,
  member,
}: {
  readonly request: FastifyRequest;
  readonly accountId: string;
  readonly member: MemberView;
}) => (
  <form method="post" action={`${memberUrl(accountId, member.personId)}/role`} class="beside">
    <FormToken request={request} />
    <select name="role" aria-label={attributeText(`Role of ${member.name}`)}>
      {roles.map((role) => (
        <option value={role} selected={role === member.role}>
          {role}
        </option>
      ))}
    </select>
    <button type="submit" class="plain">
      Change
    </button>
  </form>
);

interface MemberTableProps {
  readonly request: FastifyRequest;
  readonly accountId: string;
  readonly members: readonly MemberView[];
  /** Whether links to choose a password are shown: the service sends no mail, and the visitor is an operator. */
  readonly showsLinks: boolean;
}

/** The members of an account. */
export const MemberTable = ({ request, accountId, members, showsLinks }: MemberTableProps) => {
  const { hasScope, operator, person } = visitorIn(request);
  const canWrite = hasScope('account:write');
  const mayErase = operator?.role === 'operator';
  return (
    <Table
      cards
      caption="Members, in the order in which they joined"
      items={members}
      empty={
        <Empty title="The account has no member yet.">Invite an owner, who can then invite others.</Empty>
      }
      columns={[
        {
          title: 'Name',
          cell: ({ name, personId }) => (
            <>
              <span safe>{name}</span> {person?.personId === personId && <small>(you)</small>}
            </>
          ),
        },
        { title: 'E-mail', cell: ({ email }) => <span safe>{email}</span> },
        {
          title: 'Role',
          cell: (member) =>
            canWrite ? (
              <RoleForm request={request} accountId={accountId} member={member} />
            ) : (
              <span>{member.role}</span>
            ),
        },
        { title: 'Since', cell: ({ since }) => <Time at={since} /> },
        { title: 'Second factor', cell: ({ hasSecondFactor }) => <>{hasSecondFactor ? 'on' : 'off'}</> },
        {
          title: '',
          cell: ({ personId, hasSecondFactor }) => (
            <div class="buttons">
              {canWrite && (
                <PostButton
                  request={request}
                  action={`${memberUrl(accountId, personId)}/remove`}
                  label="Remove"
                  needsConfirmation
                  class="plain"
                />
              )}
              {hasSecondFactor && operator?.role === 'operator' && (
                <PostButton
                  request={request}
                  action={`${memberUrl(accountId, personId)}/reset-factor`}
                  label="Turn off the second factor"
                  needsConfirmation
                  class="plain"
                />
              )}
              {showsLinks && (
                <PostButton
                  request={request}
                  action={`${memberUrl(accountId, personId)}/password-link`}
                  label="Link to choose a password"
                  class="plain"
                />
              )}
              {mayErase && <a href={erasePersonUrl(personId)}>Erase…</a>}
            </div>
          ),
        },
      ]}
    />
  );
};

interface InvitationTableProps {
  readonly request: FastifyRequest;
  readonly accountId: string;
  readonly invitations: readonly Invitation[];
  /** Whether the service sends mail; otherwise it shows the link. */
  readonly isMailed: boolean;
}

/** The invitations that may still be accepted. */
export const InvitationTable = ({ request, accountId, invitations, isMailed }: InvitationTableProps) => (
  <Table
    cards
    caption="Invitations, the oldest first"
    items={invitations}
    empty={<Empty title="No invitations are open." />}
    columns={[
      { title: 'E-mail', cell: ({ email }) => <span safe>{email}</span> },
      { title: 'Role', cell: ({ role }) => <span>{role}</span> },
      { title: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
      {
        title: '',
        cell: ({ invitationId }) => {
          const url = `${invitationsUrl(accountId)}/${encodeURIComponent(invitationId)}`;
          if (!visitorIn(request).hasScope('account:write')) return <></>;
          return (
            <div class="buttons">
              <PostButton
                request={request}
                action={`${url}/send`}
                label={isMailed ? 'Send again' : 'Show the link'}
                class="plain"
              />
              <PostButton request={request} action={`${url}/withdraw`} label="Withdraw" class="plain" />
            </div>
          );
        },
      },
    ]}
  />
);
