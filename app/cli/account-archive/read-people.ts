import {
  ArchivedInvitation,
  ArchivedPerson,
  memberNames,
} from '../../../api/contract/accounts/account-archive.ts';
import { emailIn } from '../../../commands/person/login-name.ts';
import { maxMembers } from '../../../domain/membership/decider.ts';
import { type Archive, notAnArchive } from './open-archive.ts';
import { readLines } from './read-lines.ts';

/** The people of an archive. */
export interface ArchivedPeople {
  readonly members: readonly ArchivedPerson[];
  readonly invitations: readonly ArchivedInvitation[];
  /** Why the archive lacks them; null if it has them. */
  readonly lack: string | null;
}

/** Reads the members and the invitations of an archive. @throws CommandFailure for lists that no export makes */
export async function readPeople(archive: Archive): Promise<ArchivedPeople> {
  const { people, invitations } = memberNames;
  const lack = lackOf(archive);
  if (lack === null)
    return {
      members: await checked(people, readLines(archive, people, ArchivedPerson)),
      invitations: await checked(invitations, readLines(archive, invitations, ArchivedInvitation)),
      lack,
    };
  for (const path of [people, invitations])
    if (archive.members.has(path)) throw notAnArchive(`its manifest says that it has no ${path}`);
  return { members: [], invitations: [], lack };
}

function lackOf({ manifest }: Archive): string | null {
  if (manifest.version === 1) return 'an archive of version 1 of the format has none';
  const [first] = manifest.left_out;
  return first ? `it was exported with a key without the scope ${first.required_scope}` : null;
}

/** Reads a list of people. @throws CommandFailure for more of them than an account has, and for addresses that are none, or twice */
async function checked<P extends { readonly email: string }>(
  path: string,
  lines: AsyncIterable<P>,
): Promise<readonly P[]> {
  const people = new Map<string, P>();
  for await (const person of lines) {
    const number = people.size + 1;
    if (number > maxMembers) throw notAnArchive(`${path} has more than ${maxMembers} lines`);
    const { email } = person;
    if (emailIn(email) !== email) throw notAnArchive(`line ${number} of ${path} has no e-mail address`);
    if (people.has(email)) throw notAnArchive(`line ${number} of ${path} repeats an address`);
    people.set(email, person);
  }
  return [...people.values()];
}
