import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  ArchivedAccount,
  ArchivedForm,
  ArchivedSubmission,
  ArchivedVersion,
  folderIn,
  formMember,
  memberNames,
} from '../../../api/contract/accounts/account-archive.ts';
import { Destination } from '../../../api/contract/webhooks/destination-schemas.ts';
import { fileReason } from '../../file-reason.ts';
import type { Bar } from '../terminal/progress.ts';
import { type Archive, notAnArchive } from './open-archive.ts';
import { readLines } from './read-lines.ts';
import { type ArchivedPeople, readPeople } from './read-people.ts';

/** A form of an archive, and how many of its submissions answer each version of its questions. */
export interface FormOfArchive {
  readonly folder: string;
  readonly form: ArchivedForm;
  readonly submissions: ReadonlyMap<number, number>;
  readonly incomplete: number;
  readonly corrected: number;
}

/** The contents of an archive that is whole. */
export interface Contents {
  readonly account: ArchivedAccount;
  /** Oldest first. */
  readonly forms: readonly FormOfArchive[];
  readonly people: ArchivedPeople;
}

/**
 * Reads all of an archive, and compares the hash of each member and the numbers of records with the manifest.
 * @throws CommandFailure for the first difference
 */
export async function verifyArchive(archive: Archive, bar: Bar): Promise<Contents> {
  const { members, manifest } = archive;
  let done = 0;
  for (const { path, sha256 } of members.values()) {
    if ((await hashOf(archive, path)) !== sha256)
      throw notAnArchive(`${path} has another content than its manifest says`);
    bar.show(++done, members.size, { what: 'members verified' });
  }
  const account = await archive.object(memberNames.account, ArchivedAccount);
  const people = await readPeople(archive);
  const forms: FormOfArchive[] = [];
  for (const path of members.keys()) {
    const folder = folderIn(path);
    if (folder !== null) forms.push(await formIn(archive, folder));
  }
  let destinations = 0;
  for await (const _ of readLines(archive, memberNames.destinations, Destination)) destinations += 1;
  const sum = (of: (form: FormOfArchive) => number) => forms.reduce((total, form) => total + of(form), 0);
  const counted = {
    forms: forms.length,
    submissions: sum(({ submissions }) => [...submissions.values()].reduce((a, b) => a + b, 0)),
    incomplete_submissions: sum(({ incomplete }) => incomplete),
    files: [...members.keys()].filter((path) => path.startsWith('files/')).length,
    destinations,
  };
  const ofPeople =
    manifest.version === 1 ? {} : { members: people.members.length, invitations: people.invitations.length };
  // The delivery log and the history are not read.
  const { deliveries: _, events: __, ...counts } = manifest.counts;
  if (!isDeepStrictEqual({ ...counted, ...ofPeople }, counts))
    throw notAnArchive('it has other numbers of records than its manifest says');
  return { account, forms, people };
}

async function hashOf(archive: Archive, path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of (await archive.read(path)) as AsyncIterable<Buffer>) hash.update(chunk);
  } catch (error) {
    throw notAnArchive(`${path} is damaged: ${fileReason(error)}`);
  }
  return hash.digest('hex');
}

async function formIn(archive: Archive, folder: string): Promise<FormOfArchive> {
  const form = await archive.object(formMember(folder, 'form.json'), ArchivedForm);
  let versions = 0;
  for await (const { version } of readLines(archive, formMember(folder, 'versions.ndjson'), ArchivedVersion))
    if (version !== ++versions) throw notAnArchive(`the versions of ${folder} are not in order`);
  if (versions !== form.version) throw notAnArchive(`the form ${folder} lacks a version`);
  const submissions = new Map<number, number>();
  let [incomplete, corrected] = [0, 0];
  const path = formMember(folder, 'submissions.ndjson');
  for await (const { is_complete, form_version: version, corrections } of readLines(
    archive,
    path,
    ArchivedSubmission,
  )) {
    if (version > versions) throw notAnArchive(`a submission answers a version that ${folder} does not have`);
    if (is_complete) submissions.set(version, (submissions.get(version) ?? 0) + 1);
    else incomplete += 1;
    if (corrections !== undefined) corrected += 1;
  }
  return { folder, form, submissions, incomplete, corrected };
}
