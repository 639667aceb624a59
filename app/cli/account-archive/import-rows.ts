import type { Static } from 'typebox';
import { ArchivedSubmission, formMember } from '../../../api/contract/accounts/account-archive.ts';
import { filesIn } from '../../../domain/file/stored-file.ts';
import { failureOf, valueOf } from '../client/explain.ts';
import { Anything } from '../client/response-schema.ts';
import { inRequests, type SentRow } from '../import/row-batches.ts';
import { ImportedRows, reasonsOf } from '../import/submit-rows.ts';
import { uploadFiles } from './import-files.ts';
import type { ImportRun } from './import-run.ts';
import type { DefinedVersion } from './import-versions.ts';
import { readLines } from './read-lines.ts';
import type { Importing } from './target-account.ts';
import type { FormOfArchive } from './verify-archive.ts';

type Submission = Static<typeof ArchivedSubmission>;

/**
 * Imports the complete submissions to a version of a form, with their files and payments. A row has the id of its submission in the
 * archive as its name, so it is imported once. A submission that the service refuses is reported, and the others are imported.
 * @throws CommandFailure for a failure that meets all
 */
export async function importRows(
  run: ImportRun,
  { folder }: FormOfArchive,
  of: DefinedVersion,
): Promise<void> {
  const { importing, archive, tally, signal } = run;
  const { api, retry, report } = importing;
  const lines = readLines(archive, formMember(folder, 'submissions.ndjson'), ArchivedSubmission);
  async function* rows(): AsyncGenerator<{ readonly item: Submission; readonly sent: SentRow }> {
    for await (const item of lines) {
      if (signal.aborted) return;
      if (!item.is_complete || item.form_version !== of.version) continue;
      const answers = await answersOf(run, of.id, item);
      yield { item, sent: { key: `archive ${item.id}`, answers, submitted_at: item.submitted_at } };
    }
  }
  const path = `/api/admin/v1/forms/${encodeURIComponent(of.id)}/imports`;
  for await (const batch of inRequests(rows())) {
    const body = { rows: batch.map(({ sent }) => sent) };
    const outcomes = valueOf(await retry(() => api.call({ method: 'POST', path, body }, ImportedRows)));
    for (const [index, { id, error, replayed }] of outcomes.data.entries()) {
      const item = batch[index]?.item;
      if (!item) continue;
      if (error || typeof id !== 'string') {
        const reason = error ? reasonsOf(error).join('; ') : 'the service names no submission';
        report.add({ kind: 'submission', subject: item.id, reason });
        continue;
      }
      report.taken({ kind: 'submission', subject: item.id });
      tally.submissions += 1;
      if (replayed === true) tally.replayed += 1;
      reportLosses(run, item);
      if (item.payment) await pay(importing, item, id);
    }
    run.onProgress();
  }
}

/** The answers by the keys of their fields, with the ids that files have in the service. */
async function answersOf(run: ImportRun, formId: string, item: Submission): Promise<SentRow['answers']> {
  const answers: Record<string, unknown> = {};
  for (const { key, kind, value } of item.fields)
    answers[key] =
      kind === 'file' && filesIn(value).length > 0
        ? await uploadFiles(run, formId, { key, submissionId: item.id, value })
        : value;
  return answers;
}

function reportLosses(
  { importing: { report } }: ImportRun,
  { id, removed_fields, corrections }: Submission,
): void {
  if (removed_fields !== undefined)
    report.add({
      kind: 'submission',
      subject: id,
      reason: 'answers to questions that were removed before it was completed stay in the archive',
      isByDesign: true,
    });
  if (corrections !== undefined)
    report.add({
      kind: 'history',
      subject: id,
      reason: 'earlier answers of a corrected submission stay in the archive; the latest ones are imported',
      isByDesign: true,
    });
}

/** Records the payment of a submission. A repetition changes nothing. */
async function pay(
  { api, retry, report }: Importing,
  { id: subject, payment }: Submission,
  id: string,
): Promise<void> {
  if (!payment) return;
  const { status: _, ...body } = payment;
  const path = `/api/admin/v1/submissions/${encodeURIComponent(id)}/payment`;
  const paid = await retry(() => api.call({ method: 'POST', path, body }, Anything));
  if (paid.ok) return report.taken({ kind: 'payment', subject });
  if (paid.error.kind !== 'refused' || paid.error.status >= 500) throw failureOf(paid.error);
  report.add({ kind: 'payment', subject, reason: paid.error.message });
}
