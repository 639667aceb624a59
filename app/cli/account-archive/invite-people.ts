import type { Static } from 'typebox';
import * as contract from '../../../api/contract/accounts/members.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import type { Role } from '../../../domain/membership/roles.ts';
import { failureOf, valueOf } from '../client/explain.ts';
import { listOf, response } from '../client/response-schema.ts';
import type { Output } from '../terminal/output.ts';
import type { ImportRun } from './import-run.ts';
import type { ArchivedPeople } from './read-people.ts';
import { type Importing, pathOf } from './target-account.ts';

const Addressed = listOf(response(contract.Member, 'email'));
const Sent = response(contract.SentInvitation, 'id', 'email', 'role', 'mailed');
type Sent = Static<typeof Sent>;

/** A person who may be invited. */
export interface Invited {
  readonly email: string;
  readonly role: Role;
}

/** The members of an archive, and the people who were invited there, each once. */
export function peopleToInvite({ members, invitations }: ArchivedPeople): readonly Invited[] {
  const all = [...invitations, ...members].map(({ email, role }) => [email, { email, role }] as const);
  return [...new Map(all).values()];
}

/**
 * Invites the people of an archive who are neither members nor invited, each with the role of the archive. A repetition sends nothing
 * twice.
 * @returns how many were invited, and how many were members or invited before
 * @throws CommandFailure for a failure that meets all
 */
export async function invitePeople(
  { importing, archive, signal }: ImportRun,
  people: ArchivedPeople,
  output: Output,
): Promise<{ readonly invited: number; readonly present: number }> {
  const { api, retry, report, accountId } = importing;
  const known = await knownAddresses(importing);
  const all = peopleToInvite(people);
  for (const { email: subject } of all)
    if (known.members.has(subject)) report.taken({ kind: 'member', subject });
  const isKnown = ({ email }: Invited) => known.members.has(email) || known.invited.has(email);
  const invited: string[] = [];
  const repeated: string[] = [];
  for (const { email, role } of all.filter((each) => !isKnown(each))) {
    if (signal.aborted) break;
    const path = `${pathOf(accountId)}/invitations`;
    const parts = [accountId, email, role, archive.manifest.exported_at];
    const idempotencyKey = derivedId('import invitation', ...parts);
    const body = { email, role };
    const sent = await retry(() => api.call({ method: 'POST', path, body, idempotencyKey }, Sent));
    if (!sent.ok) {
      if (sent.error.kind !== 'refused' || sent.error.status >= 500) throw failureOf(sent.error);
      if (sent.error.status === 401 || sent.error.code === 'insufficient_scope') throw failureOf(sent.error);
      report.add({ kind: 'member', subject: email, reason: sent.error.message });
      continue;
    }
    report.taken({ kind: 'member', subject: email });
    invited.push(email);
    if (sent.value.replayed) repeated.push(email);
    else tell(importing, output, sent.value.value);
  }
  // An answer to an earlier run may be about an invitation that is over.
  const open = repeated.length > 0 ? await knownAddresses(importing) : known;
  for (const email of repeated.filter((each) => !open.members.has(each) && !open.invited.has(each)))
    report.add({
      kind: 'member',
      subject: email,
      reason: 'the invitation of an earlier run is over: invite again with "formlog members invite"',
    });
  return { invited: invited.length, present: all.filter(isKnown).length };
}

interface Known {
  readonly members: ReadonlySet<string>;
  readonly invited: ReadonlySet<string>;
}

/** The addresses of the members of an account, and of those who are invited. */
async function knownAddresses({ api, retry, accountId }: Importing): Promise<Known> {
  const read = async (list: 'members' | 'invitations') => {
    const path = `${pathOf(accountId)}/${list}`;
    const { data } = valueOf(await retry(() => api.call({ method: 'GET', path }, Addressed)));
    return new Set(data.map(({ email }) => email));
  };
  // First the invitations: a person who accepts one meanwhile is in one of the lists.
  const invited = await read('invitations');
  return { members: await read('members'), invited };
}

/** Prints an invitation that was not mailed: its link is shown once. */
function tell({ report }: Importing, output: Output, { id, email, role, mailed, ...sent }: Sent): void {
  const { link, mail_failure: failure } = sent;
  output.record({ invitation: { id, email, role, mailed, ...(link && { link }) } });
  if (mailed) return;
  if (typeof failure === 'string')
    report.add({
      kind: 'member',
      subject: email,
      reason: `invited, but the mail could not be sent: ${failure}`,
    });
  const remedy = `send it again with: formlog members resend ${id}`;
  output.note(`The invitation of ${email} (${role}) was not mailed. ${link ? `Hand over: ${link}` : remedy}`);
}
