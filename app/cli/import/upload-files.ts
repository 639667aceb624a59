import { createReadStream } from 'node:fs';
import { FileRecord } from '../../../api/contract/files/files.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import { fileReason } from '../../file-reason.ts';
import type { ApiClient } from '../client/client.ts';
import { response } from '../client/response-schema.ts';
import type { ApiFailure } from '../client/responses.ts';
import { hashOf, type LocalFile } from './local-files.ts';
import type { Retry } from './retry.ts';

/** A file of a row, and the id that stands for it in the answers. */
export interface RowFile {
  readonly fieldKey: string;
  readonly id: string;
  readonly file: LocalFile;
}

export interface AnsweredRow {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly files?: readonly RowFile[];
}

/** The answers with the ids of the uploaded files; why the row cannot be taken; or a failure that meets all rows. */
export type Uploaded =
  | { readonly answers: Readonly<Record<string, unknown>> }
  | { readonly reasons: readonly string[] }
  | { readonly failure: ApiFailure };

/** Uploads the files of a row. @param key the name of the row among those that are imported into the form */
export type UploadFiles = (row: AnsweredRow, key: string) => Promise<Uploaded>;

const UploadedFile = response(FileRecord, 'id');

interface Uploading {
  readonly api: ApiClient;
  readonly retry: Retry;
  readonly accountId: string;
  readonly formId: string;
}

/** Refusals of one file: others are imported nevertheless. */
export const ofOneFile: ReadonlySet<string> = new Set([
  'erased',
  'idempotency_mismatch',
  'infected_file',
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
]);

/**
 * Returns a function that uploads the files of rows. Each has a key of its own, with its hash, so that a repeated import gets the
 * same ids.
 */
export function openUploads(uploading: Uploading): UploadFiles {
  return async ({ answers, files = [] }, rowKey) => {
    const ids = new Map<string, string>();
    const reasons: string[] = [];
    for (const [index, one] of files.entries()) {
      const uploaded = await upload(uploading, one, (sha256) =>
        derivedId('import file', rowKey, one.fieldKey, String(index), sha256),
      );
      if (uploaded.ok) ids.set(one.id, uploaded.value);
      else if (typeof uploaded.error === 'string') reasons.push(uploaded.error);
      else return { failure: uploaded.error };
    }
    if (reasons.length > 0) return { reasons };
    const keys = new Set(files.map(({ fieldKey }) => fieldKey));
    const withIds = Object.entries(answers).map(([key, value]) => {
      const list: readonly unknown[] | null = keys.has(key) && Array.isArray(value) ? value : null;
      return [key, list ? list.map((id) => ids.get(String(id)) ?? id) : value] as const;
    });
    return { answers: Object.fromEntries(withIds) };
  };
}

async function upload(
  { api, retry, accountId, formId }: Uploading,
  { fieldKey, file }: RowFile,
  keyOf: (sha256: string) => string,
): Promise<Result<string, ApiFailure | string>> {
  const path = `/api/admin/v1/accounts/${encodeURIComponent(accountId)}/files`;
  try {
    const key = keyOf(await hashOf(file));
    const query = { form_id: formId, field: fieldKey, name: file.name, import_key: key };
    const sent = await retry(() => {
      const source = createReadStream(file.path);
      return api.call({ method: 'POST', path, query, upload: { source, length: file.size } }, UploadedFile);
    });
    if (sent.ok) return ok(sent.value.value.id);
    const { error } = sent;
    const isOwn = error.kind === 'refused' && ofOneFile.has(error.code);
    return err(isOwn ? `${fieldKey}: ${file.given}: ${error.message}` : error);
  } catch (error) {
    return err(`${fieldKey}: ${file.given} cannot be read: ${fileReason(error)}.`);
  }
}
