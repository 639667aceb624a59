import { Readable } from 'node:stream';
import { pictureContent } from '../../../commands/picture/picture-content.ts';
import type { ExistingAccount } from '../../../domain/account/decider.ts';
import type { Scope } from '../../../domain/api-key/events.ts';
import { picturePlaces } from '../../../domain/form/look.ts';
import { withSuffix } from '../../../domain/form/slug.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { erasingIn } from '../../../projections/queries/open-erasures.ts';
import type { SubmissionView } from '../../../projections/read-models/submissions/queries.ts';
import type { ApiDeps } from '../../api-deps.ts';
import {
  type ArchivedAccount,
  type ArchivedForm,
  type CountedRecord,
  formMember,
  memberNames,
} from '../../contract/accounts/account-archive.ts';
import { pictureMember } from '../../contract/accounts/archive-pictures.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { everyPage } from './every-page.ts';
import { archivedForm, versionsOf } from './form-members.ts';
import { historyLines } from './history-lines.ts';
import { writePeople } from './people-members.ts';
import { readme } from './readme.ts';
import { writeFiles, writeSubmissions } from './submission-members.ts';
import { deliveryLines, destinationLines } from './webhook-members.ts';

export type AccountExportDeps = Pick<
  ApiDeps,
  | 'aggregates'
  | 'budgetWaits'
  | 'contents'
  | 'definitions'
  | 'deliveries'
  | 'log'
  | 'now'
  | 'queries'
  | 'requireClean'
  | 'revisions'
>;

/**
 * Writes all members of an account's archive but the manifest. A form's answers and files are read a page at a time.
 * @param scopes the scopes of the caller; null for an operator
 * @throws LogUnavailable, FileStoreUnavailable if a store is away
 */
export async function writeAccount(
  writer: ArchiveWriter,
  deps: AccountExportDeps,
  account: ExistingAccount,
  exportedAt: string,
  scopes: readonly Scope[] | null,
): Promise<void> {
  const { accountId } = account;
  await writer.text(memberNames.readme, once(readme(account.name, exportedAt)));
  await writer.text(memberNames.account, once(pretty(archivedAccount(account))));
  await writePeople(writer, deps, accountId, scopes);
  const streams = [streamOf.account(accountId)];
  const without = new Set((await erasingIn(deps.aggregates, accountId)).keys());
  const folders = new Set<string>();
  for (const formId of await formIdsOf(deps, accountId))
    streams.push(...(await writeForm(writer, deps, { accountId, formId, without, folders })));
  const counted = (record: CountedRecord, lines: AsyncIterable<string>) => counting(writer, record, lines);
  await writer.text(memberNames.destinations, counted('destinations', destinationLines(deps, accountId)));
  await writer.text(memberNames.deliveries, counted('deliveries', deliveryLines(deps, accountId)));
  const destinationIds = await deps.queries.destinations.idsOf(accountId);
  streams.push(...destinationIds.map(streamOf.destination));
  await writer.text(memberNames.history, counted('events', historyLines(deps, streams)));
}

const archivedAccount = (account: ExistingAccount): ArchivedAccount => ({
  id: account.accountId,
  name: account.name,
  plan: account.plan,
  language: account.language ?? null,
  time_zone: account.timeZone ?? null,
  embed_origins: account.embedOrigins && [...account.embedOrigins],
  created_at: account.openedAt,
});

/** The forms of an account, oldest first. */
async function formIdsOf({ queries }: AccountExportDeps, accountId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const page of everyPage((request) => queries.forms.list(accountId, request)))
    ids.push(...page.map(({ id }) => id));
  return ids.reverse();
}

interface WrittenForm {
  readonly accountId: string;
  readonly formId: string;
  /** Submissions that are being erased. */
  readonly without: ReadonlySet<string>;
  /** The names of the folders of earlier forms. */
  readonly folders: Set<string>;
}

/** Writes the members of a form. @returns the streams with its history */
async function writeForm(
  writer: ArchiveWriter,
  deps: AccountExportDeps,
  { accountId, formId, without, folders }: WrittenForm,
): Promise<readonly string[]> {
  const form = await archivedForm(deps, formId);
  if (!form) return [];
  const folder = freeFolder(form.slug, folders);
  folders.add(folder);
  writer.count('forms');
  await writer.text(formMember(folder, 'form.json'), once(pretty(form)));
  await writePictures(writer, deps, folder, form);
  await writer.text(formMember(folder, 'versions.ndjson'), lined(versionsOf(deps, formId, form.version)));
  const exported = {
    queries: deps.queries.submissions,
    accountId,
    formId,
    withIncomplete: true,
    without,
    // A version that is published meanwhile is in the next archive, with its submissions.
    matches: ({ form_version: version }: SubmissionView) => version <= form.version,
    linkOf: () => '',
  };
  const { files, changed } = await writeSubmissions(
    writer,
    formMember(folder, 'submissions.ndjson'),
    exported,
  );
  await writeFiles(writer, deps, files);
  return [streamOf.form(formId), streamOf.formDraft(formId), ...changed.map(streamOf.submission)];
}

/** Writes the pictures of a form. One that is erased meanwhile is left out, like its account. */
async function writePictures(
  writer: ArchiveWriter,
  { log }: Pick<AccountExportDeps, 'log'>,
  folder: string,
  { look }: ArchivedForm,
): Promise<void> {
  for (const place of picturePlaces) {
    const picture = look?.[place];
    const content = picture ? await pictureContent(log, picture.picture_id) : null;
    if (!content) continue;
    const { type, bytes } = content;
    await writer.content(pictureMember(folder, place, type), Readable.from([bytes]), bytes.length);
  }
}

/** The slug of a form, with a number where an earlier form has the folder: forms of earlier releases may have the same slug. */
function freeFolder(slug: string, taken: ReadonlySet<string>): string {
  let folder = slug;
  for (let count = 2; taken.has(folder); count++) folder = withSuffix(slug, String(count));
  return folder;
}

const pretty = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* lined(values: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

async function* counting(
  writer: ArchiveWriter,
  record: CountedRecord,
  lines: AsyncIterable<string>,
): AsyncGenerator<string> {
  for await (const line of lines) {
    writer.count(record);
    yield line;
  }
}
