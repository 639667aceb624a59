import type { Static } from 'typebox';
import type { FileReceived } from '../../domain/file/events.ts';
import { filesIn } from '../../domain/file/stored-file.ts';
import type { StoredContent } from '../../files/file-contents.ts';
import type { FileView } from '../../projections/read-models/files/queries.ts';
import type { FileItem, FileRecord } from '../contract/files/files.ts';

export const fileItem = (file: FileView): Static<typeof FileItem> => ({
  id: file.id,
  form_id: file.form_id,
  size: file.size,
  uploaded_by: file.uploaded_by,
  received_at: file.received_at,
  submission_id: file.submission_id,
});

/** @param submissionId the submission that has claimed the file; null if there is none */
export const fileRecord = (
  { fileId, formId, uploadedBy, at }: FileReceived,
  { name, size, type, sha256 }: Pick<StoredContent, 'name' | 'size' | 'type' | 'sha256'>,
  submissionId: string | null,
  url: string,
): Static<typeof FileRecord> => ({
  id: fileId,
  form_id: formId,
  size,
  uploaded_by: uploadedBy,
  received_at: at,
  submission_id: submissionId,
  name,
  type,
  sha256,
  url,
});

/**
 * The files of an answer, each with its link. A value of another form stays as it is.
 * @param member the name of the link
 */
export function withLinks(
  value: unknown,
  linkOf: (fileId: string) => string,
  member: 'url' | 'path' = 'url',
): unknown {
  const files = filesIn(value);
  return files.length === 0 ? value : files.map((file) => ({ ...file, [member]: linkOf(file.id) }));
}
