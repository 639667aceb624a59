import { randomBytes, randomUUID } from 'node:crypto';
import { createForm } from '../../../commands/form/create-form.ts';
import { inviteMember, withdrawInvitation } from '../../../commands/membership/invitations.ts';
import {
  changeMemberRole,
  executeOnMembers,
  listAccount,
  removeMember,
} from '../../../commands/membership/members.ts';
import { chooseNotices } from '../../../commands/notice/choose-notices.ts';
import { beginSession } from '../../../commands/person/begin-session.ts';
import { changeEmail, executeOnPerson } from '../../../commands/person/change-person.ts';
import { personWithId } from '../../../commands/person/find-person.ts';
import { linkIdentity, unlinkIdentity } from '../../../commands/person/link-identity.ts';
import { newCodeSecret } from '../../../commands/person/one-time-codes.ts';
import { registerPerson } from '../../../commands/person/register-person.ts';
import {
  enableSecondFactor,
  replaceRecoveryCodes,
  useOfCode,
} from '../../../commands/person/second-factor.ts';
import type { PersonCommand } from '../../../domain/person/decider.ts';
import type { ExistingPerson } from '../../../domain/person/state.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
import { succeeded } from '../../commands/command-fixture.ts';
import { type CodeApp, codeApp, untilNextCode } from '../../support/second-factor.ts';
import type { TestService } from '../../support/service.ts';

/** What a drawn person does, by name. */
export const acts = [
  'rename',
  'moveAddress',
  'setPassword',
  'useSecondFactor',
  'addPasskey',
  'linkIdentity',
  'unlinkIdentity',
  'signIn',
  'chooseNotices',
  'leaveAndComeBack',
  'changeRole',
  'invitedAgain',
  'makeForm',
] as const;
export type Act = (typeof acts)[number];

/** A person of a service who can do everything that is personal. Each text of the person is in no other text of the service. */
export async function drawnPerson(service: TestService, accountId: string) {
  const { deps } = service;
  const tag = randomBytes(6).toString('hex');
  let count = 0;
  const text = (kind: string): string => `${kind}-${tag}-${count++}`;
  const system: CommandContext = {
    accountId,
    actor: { kind: 'system', id: 'test' },
    correlationId: 'test',
    causationId: 'test',
  };
  const at = () => deps.now().toISOString();
  const email = `${text('first')}@example.org`;
  const given = { name: text('Name'), email, passwordHash: text('hash') };
  const { personId } = succeeded(await registerPerson(deps, given, system));
  const context: CommandContext = { ...system, actor: { kind: 'member', id: personId } };
  const join = async () => {
    const add = { type: 'AddMember', personId, role: 'editor', at: at() } as const;
    succeeded(await executeOnMembers(deps, [add], system));
    succeeded(await listAccount(deps, personId, 'JoinAccount', system));
  };
  await join();
  let app: CodeApp | null = null;

  async function present(): Promise<ExistingPerson> {
    const found = await personWithId(deps, personId);
    if (!found) throw new Error('the person is gone');
    return found;
  }
  const run = async (command: PersonCommand) =>
    void succeeded(await executeOnPerson(deps, personId, [command], context));

  const does: Readonly<Record<Act, () => Promise<unknown>>> = {
    rename: () => run({ type: 'RenamePerson', name: text('Name'), at: at() }),
    async moveAddress() {
      const moved = { email: `${text('moved')}@example.org`, keptSessionId: 'none' };
      return changeEmail(deps, await present(), moved, context);
    },
    setPassword: async () =>
      run({
        type: 'SetPassword',
        hash: text('hash'),
        version: (await present()).passwordVersion,
        at: at(),
      }),
    async useSecondFactor() {
      if ((await present()).secondFactor) return;
      app = codeApp(service, await newCodeSecret());
      const enabled = await enableSecondFactor(
        deps,
        await present(),
        { secret: app.secret, code: app.code(), keptSessionId: 'none' },
        context,
      );
      const { person } = succeeded(enabled);
      untilNextCode(service);
      succeeded(await replaceRecoveryCodes(deps, person, { kind: 'app', code: app.code() }, context));
      untilNextCode(service);
    },
    addPasskey: () =>
      run({
        type: 'AddPasskey',
        credentialId: text('credential'),
        publicKey: text('key'),
        counter: 0,
        transports: [text('transport')],
        name: text('Phone'),
        at: at(),
      }),
    linkIdentity: () =>
      linkIdentity(deps, personId, { issuer: 'https://id.example', subject: text('subject') }, context),
    async unlinkIdentity() {
      const [identity] = (await present()).identities;
      if (identity) await unlinkIdentity(deps, personId, { identity, keptSessionId: 'none' }, context);
    },
    async signIn() {
      const device = { name: text('Device'), network: text('network') };
      const until = new Date(deps.now().getTime() + 3_600_000).toISOString();
      const person = await present();
      const proof = app && (await useOfCode(deps, person, { kind: 'app', code: app.code() }));
      const session = { sessionId: randomUUID(), method: 'password', device, until } as const;
      succeeded(await beginSession(deps, person, { ...session, ...(proof && { proof }) }, context));
      untilNextCode(service);
    },
    async chooseNotices() {
      const chat = { kinds: ['form.closed' as const], submissions: 'daily' as const };
      const settings = { mail: chat, chat, chatUrl: `https://${text('chat')}.example/hook` };
      const rules = { destinationRules: { allowHosts: [] } };
      succeeded(await chooseNotices({ ...deps, ...rules }, personId, settings, context));
    },
    async leaveAndComeBack() {
      succeeded(await removeMember(deps, personId, system));
      await join();
    },
    changeRole: () => changeMemberRole(deps, { personId, role: 'viewer' }, system),
    async invitedAgain() {
      const other = await service.newAccount();
      const there = { ...system, accountId: other.accountId };
      const invited = await inviteMember(deps, { email: (await present()).email, role: 'viewer' }, there);
      succeeded(await withdrawInvitation(deps, succeeded(invited).invitationId, there));
    },
    makeForm: () => createForm(deps, { title: 'A form', fields: [], status: 'draft' }, context),
  };
  return { personId, tag, act: (name: Act) => does[name](), context };
}
