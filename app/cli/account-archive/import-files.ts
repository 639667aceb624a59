import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { FileRecord } from '../../../api/contract/files/files.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import { StoredFile } from '../../../domain/file/stored-file.ts';
import { failureOf } from '../client/explain.ts';
import { response } from '../client/response-schema.ts';
import { refused } from '../failure.ts';
import { ofOneFile } from '../import/upload-files.ts';
import type { ImportRun } from './import-run.ts';
import { pathOf } from './target-account.ts';

const UploadedFile = response(FileRecord, 'id', 'sha256');

/** A file of an answer, with the path of its content in the archive. */
const ArchivedFile = Type.Object({ ...StoredFile.properties, path: Type.String() });
type ArchivedFile = Static<typeof ArchivedFile>;

interface FileAnswer {
  readonly key: string;
  /** The id of the submission in the archive. */
  readonly submissionId: string;
  readonly value: unknown;
}

/**
 * Uploads the files of an answer. Each has a name of its own, so that a repeated import gets the same ids. A file that the archive
 * lacks, or that the service refuses, is reported and left out.
 * @returns the ids of the files in the service
 * @throws CommandFailure for a failure that meets all files
 */
export async function uploadFiles(
  run: ImportRun,
  formId: string,
  answer: FileAnswer,
): Promise<readonly string[]> {
  const files = Value.Check(Type.Array(ArchivedFile), answer.value) ? answer.value : [];
  const ids: string[] = [];
  for (const file of files) {
    const id = await uploadFile(run, formId, answer, file);
    if (id !== null) ids.push(id);
  }
  return ids;
}

async function uploadFile(
  { importing, archive, tally }: ImportRun,
  formId: string,
  { key, submissionId }: FileAnswer,
  { id, name, path: member, sha256: submitted }: ArchivedFile,
): Promise<string | null> {
  const { api, retry, report, accountId } = importing;
  const found = archive.members.get(member);
  if (!found) {
    report.add({ kind: 'file', subject: id, reason: 'the archive does not have its content' });
    return null;
  }
  if (submitted !== found.sha256)
    report.add({
      kind: 'file',
      subject: id,
      reason: 'its content differs from the content that was submitted',
    });
  const import_key = derivedId('archived file', formId, submissionId, id, found.sha256);
  const query = { form_id: formId, field: key, name, import_key };
  const path = `${pathOf(accountId)}/files`;
  const sent = await retry(async () => {
    const source = await archive.read(member);
    return api.call({ method: 'POST', path, query, upload: { source, length: found.bytes } }, UploadedFile);
  });
  if (!sent.ok) {
    const { error } = sent;
    if (error.kind !== 'refused' || !ofOneFile.has(error.code)) throw failureOf(error);
    report.add({ kind: 'file', subject: id, reason: error.message });
    return null;
  }
  const { id: ownId, sha256 } = sent.value.value;
  if (sha256 !== found.sha256) throw refused(`The service has received ${member} with another content.`);
  report.taken({ kind: 'file', subject: id });
  tally.files += 1;
  return ownId;
}
