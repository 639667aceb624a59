import { randomUUID } from 'node:crypto';
import { registerPerson } from '../../commands/person/register-person.ts';
import { membership } from '../../domain/membership/decider.ts';
import type { Role } from '../../domain/membership/roles.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { TestService } from './service.ts';
import type { ReceivedMail, SmtpSink } from './smtp-sink.ts';
import { openVisit, type Requested, type Visit } from './web.ts';

export const invitationPath = '/console/sign-in/invitation';

/** A long password, different from the names of tests. */
export const testPassword = 'correct horse battery';

/** The path and the query of the first link in a mail. */
export function linkIn({ text }: Pick<ReceivedMail, 'text'>): string {
  const found = /https?:\/\/\S+/.exec(text)?.[0];
  if (found === undefined) throw new Error(`no link in: ${text}`);
  const { pathname, search } = new URL(found);
  return `${pathname}${search}`;
}

/** The token of a link. */
export const tokenIn = (path: string): string => new URL(path, 'https://x').searchParams.get('link') ?? '';

/** Invites a person through the API. @returns the path and the query of the link */
export async function invite(
  service: Pick<TestService, 'admin'>,
  accountId: string,
  email: string,
  role: string,
  sink?: SmtpSink,
): Promise<string> {
  const sent = await service.admin('POST', `/accounts/${accountId}/invitations`, { body: { email, role } });
  if (sent.status !== 201) throw new Error(sent.text);
  if (!sink) return linkIn({ text: String(sent.at('link')) });
  const mail = sink.received.findLast(({ to }) => to.includes(email));
  if (!mail) throw new Error(`no mail to ${email}`);
  return linkIn(mail);
}

/** A new member of an account, in a browser. */
export async function newMember(
  service: Pick<TestService, 'admin'> & Requested,
  accountId: string,
  { email, role, name = email, sink }: { email: string; role: string; name?: string; sink?: SmtpSink },
): Promise<Visit> {
  const link = tokenIn(await invite(service, accountId, email, role, sink));
  const visit = openVisit(service);
  const joined = await visit.post(invitationPath, { link, as: 'new', name, password: testPassword });
  if (joined.status !== 303) throw new Error(`${joined.status} ${joined.text}`);
  await visit.get('/console/you');
  return visit;
}

/** A member of an account, without a browser. @returns the id of the person */
export async function addMember(
  { deps }: Pick<TestService, 'deps'>,
  accountId: string,
  { role, email = `${randomUUID()}@example.com` }: { readonly role: Role; readonly email?: string },
): Promise<string> {
  const by = { accountId, correlationId: 'test', causationId: 'test' };
  const registered = await registerPerson(deps, { name: 'Ada', email, passwordHash: 'none' }, by);
  if (!registered.ok) throw new Error(registered.error.code);
  const { personId } = registered.value;
  const add = { type: 'AddMember', personId, role, at: deps.now().toISOString() } as const;
  const actor = { kind: 'member', id: personId } as const;
  await deps.aggregates.execute(membership, streamOf.membership(accountId), [add], { ...by, actor });
  return personId;
}

/** A member and an invitation of an account, by their ids. */
export async function newMemberIds(
  service: Pick<TestService, 'admin' | 'deps'>,
  accountId: string,
): Promise<{ readonly person: string; readonly invitation: string }> {
  const person = await addMember(service, accountId, { role: 'viewer' });
  const body = { email: `${randomUUID()}@example.com`, role: 'viewer' };
  const invited = await service.admin('POST', `/accounts/${accountId}/invitations`, { body });
  return { person, invitation: String(invited.at('id')) };
}
