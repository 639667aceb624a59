import type { Command } from 'commander';
import type { Static } from 'typebox';
import {
  Invitation as InvitationSchema,
  Member as MemberSchema,
  SentInvitation,
} from '../../../api/contract/accounts/members.ts';
import { type Role, roles } from '../../../domain/membership/roles.ts';
import { listOf, response } from '../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../context.ts';
import { oneOf } from '../input/option-values.ts';
import { type Column, type Output, printItem, printList } from '../terminal/output.ts';
import { withExample } from '../with-json.ts';

const Member = response(MemberSchema, 'id', 'name', 'email', 'role', 'second_factor');
const Invitation = response(InvitationSchema, 'id', 'email', 'role');
const Sent = response(SentInvitation, 'id', 'email', 'role', 'mailed');

const memberColumns: readonly Column<Static<typeof Member>>[] = [
  ['name', ({ name }) => name],
  ['e-mail', ({ email }) => email, 'whole'],
  ['role', ({ role }) => role],
  ['since', ({ since }) => since],
  ['second factor', ({ second_factor }) => (second_factor ? 'on' : 'off')],
  ['id', ({ id }) => id, 'whole'],
];

const invitationColumns: readonly Column<Static<typeof Invitation>>[] = [
  ['e-mail', ({ email }) => email, 'whole'],
  ['role', ({ role }) => role],
  ['expires', ({ expires_at }) => expires_at],
  ['id', ({ id }) => id, 'whole'],
];

const roleOption = `the role: ${roles.join(', ')}`;

/** `formlog members …` */
export function defineMembers(members: Command, context: CliContext): void {
  withExample(members, 'members invite ada@example.com --role owner');

  withService(members.command('list').description('list the members'), 'members list').action(
    async (options: CommonOptions) => {
      const { api, accountPath, output } = openSession(context, options);
      const { data } = await api.get(await accountPath('members'), listOf(Member));
      printList(output, data, memberColumns, 'No members. Invite an owner with "formlog members invite".');
    },
  );

  withService(
    members
      .command('role')
      .description('change the role of a member')
      .argument('<person>', 'the id of the person')
      .argument('<role>', roleOption, oneOf(roles)),
    'members role 5hKm2aXr7sVtYb1c4fJk editor',
  ).action(async (person: string, role: Role, options: CommonOptions) => {
    const { api, accountPath, output } = openSession(context, options);
    const path = `${await accountPath('members')}/${encodeURIComponent(person)}`;
    printItem(output, await api.patch(path, Member, { role }), memberColumns);
  });

  withService(
    members.command('remove').description('remove a member').argument('<person>', 'the id of the person'),
    'members remove 5hKm2aXr7sVtYb1c4fJk',
  ).action(async (person: string, options: CommonOptions) => {
    const { api, accountPath, output } = openSession(context, options);
    const path = `${await accountPath('members')}/${encodeURIComponent(person)}`;
    await api.delete(path);
    output.record({ id: person, removed: true });
    output.print(`${person} is no longer a member.`);
  });

  withService(
    members
      .command('reset-second-factor')
      .description('turn off the second factor of a member who has lost it; for operators')
      .argument('<person>', 'the id of the person'),
    'members reset-second-factor 5hKm2aXr7sVtYb1c4fJk',
  ).action(async (person: string, options: CommonOptions) => {
    const { api, accountPath, output } = openSession(context, options);
    const path = `${await accountPath('members')}/${encodeURIComponent(person)}/second-factor`;
    await api.delete(path);
    output.record({ id: person, second_factor: false });
    output.print(`${person} has no second factor. The password is enough to sign in.`);
  });

  addInvitations(members, context);
}

type SentMail = Pick<Static<typeof Sent>, 'email' | 'link' | 'mail_failure' | 'mailed'>;

function printSent(output: Output, sent: Static<typeof Sent>): void {
  printItem(output, sent, [...invitationColumns, ['link', ({ link }) => link, 'whole']]);
  output.note(noteOfSent(sent));
}

/** Says whether an invitation was mailed. */
export function noteOfSent({ mailed, email, link, mail_failure: failure }: SentMail): string {
  if (mailed) return `The invitation is on its way to ${email}.`;
  if (failure !== undefined && link === undefined)
    return `The mail could not be sent: ${failure}. The invitation stays: send it again with "formlog members resend".`;
  if (failure !== undefined) return `The mail could not be sent: ${failure}. Hand the link over yourself.`;
  return 'The service sends no mail. Hand the link over yourself.';
}

function addInvitations(members: Command, context: CliContext): void {
  withService(
    members
      .command('invite')
      .description('invite a person by mail; without a mail server, print the link')
      .argument('<email>', 'the address of the person')
      .requiredOption('--role <role>', roleOption, oneOf(roles)),
    'members invite ada@example.com --role owner',
  ).action(async (email: string, { role, ...options }: CommonOptions & { readonly role: Role }) => {
    const { api, accountPath, output } = openSession(context, options);
    printSent(output, await api.post(await accountPath('invitations'), Sent, { email, role }));
  });

  withService(
    members.command('invitations').description('list the invitations that may still be accepted'),
    'members invitations',
  ).action(async (options: CommonOptions) => {
    const { api, accountPath, output } = openSession(context, options);
    const { data } = await api.get(await accountPath('invitations'), listOf(Invitation));
    printList(output, data, invitationColumns, 'No invitations are open.');
  });

  withService(
    members
      .command('resend')
      .description('send an invitation again')
      .argument('<invitation>', 'the id of the invitation'),
    'members resend 7nQp3bYs8tWuZc2d5gKl',
  ).action(async (id: string, options: CommonOptions) => {
    const { api, accountPath, output } = openSession(context, options);
    const path = `${await accountPath('invitations')}/${encodeURIComponent(id)}/send`;
    printSent(output, await api.post(path, Sent));
  });

  withService(
    members
      .command('withdraw')
      .description('withdraw an invitation')
      .argument('<invitation>', 'the id of the invitation'),
    'members withdraw 7nQp3bYs8tWuZc2d5gKl',
  ).action(async (id: string, options: CommonOptions) => {
    const { api, accountPath, output } = openSession(context, options);
    const path = `${await accountPath('invitations')}/${encodeURIComponent(id)}`;
    await api.delete(path);
    output.record({ id, withdrawn: true });
    output.print(`The invitation ${id} is withdrawn.`);
  });
}
