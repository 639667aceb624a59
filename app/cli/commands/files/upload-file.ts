import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Static } from 'typebox';
import { FileRecord } from '../../../../api/contract/files/files.ts';
import { fileReason } from '../../../file-reason.ts';
import type { ApiClient } from '../../client/client.ts';
import { valueOf } from '../../client/explain.ts';
import { misused } from '../../failure.ts';

interface Target {
  /** The path of the account's files. */
  readonly path: string;
  readonly form: string;
  readonly field: string;
  /** Another name than that of the file. */
  readonly name?: string | undefined;
}

/** Uploads a file as a stream. @throws CommandFailure for a file that cannot be read, and for one that is refused */
export async function uploadFile(
  api: ApiClient,
  file: string,
  { path, form, field, name = basename(file) }: Target,
): Promise<Static<typeof FileRecord>> {
  const found = await stat(file).catch((error: unknown) => {
    throw misused(`${file} cannot be read: ${fileReason(error)}.`);
  });
  if (!found.isFile()) throw misused(`${file} is not a file.`);
  const query = { form_id: form, field, name };
  const upload = { source: createReadStream(file), length: found.size };
  return valueOf(await api.call({ method: 'POST', path, query, upload }, FileRecord));
}
