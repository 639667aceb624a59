import { memberNames } from '../../../api/contract/accounts/account-archive.ts';
import { valueOf } from '../client/explain.ts';
import { CommandFailure } from '../failure.ts';
import { Form } from '../forms/form-fields.ts';
import type { Output } from '../terminal/output.ts';
import { importDestinations } from './import-destinations.ts';
import { importRows } from './import-rows.ts';
import type { ImportRun } from './import-run.ts';
import { importVersions } from './import-versions.ts';
import { peopleToInvite } from './invite-people.ts';
import type { ArchivedPeople } from './read-people.ts';
import type { Report } from './report.ts';
import { type FormOfTarget, formsOfTarget } from './target-account.ts';
import type { Contents, FormOfArchive } from './verify-archive.ts';

/** What is imported nowhere, whatever the service. @param invites whether the members are invited */
export function reportUnsupported(
  report: Report,
  { forms, people }: Contents,
  { events, invites }: { readonly events: number; readonly invites: boolean },
): void {
  for (const { folder, form, incomplete } of forms) {
    if (form.draft)
      report.add({
        kind: 'draft',
        subject: folder,
        reason: 'unpublished changes stay in the archive',
        isByDesign: true,
      });
    if (incomplete > 0)
      report.add({
        kind: 'submission',
        subject: folder,
        reason: 'submissions that are not complete cannot be imported',
        isByDesign: true,
        count: incomplete,
      });
  }
  reportPeople(report, people, invites);
  if (events > 0)
    report.add({
      kind: 'history',
      subject: memberNames.history,
      reason:
        'the history and the delivery log are for reading only; the new account has a history of its own',
      isByDesign: true,
      count: events,
    });
}

function reportPeople(report: Report, people: ArchivedPeople, invites: boolean): void {
  const add = (reason: string, count: number) =>
    count > 0 && report.add({ kind: 'member', subject: memberNames.people, reason, isByDesign: true, count });
  if (!invites)
    add(
      'people join only by an invitation: import again with --invite-members to invite them',
      peopleToInvite(people).length,
    );
  const choosing = people.members.filter(({ notices: { mail, chat } }) =>
    [mail, chat].some(({ kinds, submissions }) => kinds.length > 0 || submissions !== null),
  );
  add('the chosen notices stay in the archive: members choose them again', choosing.length);
}

/**
 * Imports the forms of an archive with their submissions and files, and then its destinations.
 * @returns how many forms are there, and how many destinations were added
 * @throws CommandFailure for a failure that meets everything
 */
export async function importContents(
  run: ImportRun,
  { forms }: Contents,
  output: Output,
): Promise<{ readonly forms: number; readonly destinations: number }> {
  const { importing, archive, signal } = run;
  const existing = await formsOfTarget(importing, forms);
  const ids = { forms: new Map<string, string>(), fields: new Map<string, string>() };
  for (const archived of forms) {
    if (signal.aborted) break;
    const id = await importForm(run, archived, existing.get(archived.folder), ids.fields);
    if (id !== null) ids.forms.set(archived.form.id, id);
  }
  const destinations = signal.aborted ? 0 : await importDestinations(importing, archive, ids, output);
  return { forms: ids.forms.size, destinations };
}

/** Imports a form, and returns its id; null if the service does not take it, which is reported. */
async function importForm(
  run: ImportRun,
  archived: FormOfArchive,
  existing: FormOfTarget | undefined,
  fieldIds: Map<string, string>,
): Promise<string | null> {
  const { importing, archive, signal } = run;
  const { folder, form } = archived;
  // Only a draft is still being filled.
  const isFilled = existing !== undefined && existing.status !== 'draft';
  let id: string | null = null;
  let isWhole = false;
  try {
    for await (const version of importVersions(importing, archive, archived, existing, fieldIds)) {
      ({ id } = version);
      if (!isFilled) await importRows(run, archived, version);
      if (signal.aborted) return id;
      isWhole = version.isLast;
    }
    // The status of a form that is in use is its owner's, except that a closing needs two steps.
    const isClosing = existing?.status === 'published' && form.status === 'closed';
    if (id !== null && isWhole && (!isFilled || isClosing))
      await setStatus(run, id, existing?.status ?? 'draft', form.status);
    if (isWhole) importing.report.taken({ kind: 'form', subject: folder });
  } catch (error) {
    const reason = ofForm(error);
    if (reason === null) throw error;
    importing.report.add({ kind: 'form', subject: folder, reason });
  }
  return id;
}

/** Errors of one form: others are imported nevertheless. */
const formCodes: readonly unknown[] = [
  'invalid_request',
  'slug_taken',
  'plan_limit_reached',
  'payload_too_large',
];

const ofForm = (error: unknown): string | null =>
  error instanceof CommandFailure && formCodes.includes(error.error['code']) ? error.message : null;

/** Gives a form its status. A closed form is published first: no form is closed otherwise. */
async function setStatus(
  { importing: { api, retry } }: ImportRun,
  id: string,
  from: string,
  to: string,
): Promise<void> {
  const path = `/api/admin/v1/forms/${encodeURIComponent(id)}`;
  const steps = to === 'closed' && from === 'draft' ? ['published', 'closed'] : from === to ? [] : [to];
  for (const status of steps)
    valueOf(await retry(() => api.call({ method: 'PATCH', path, body: { status } }, Form)));
}
