import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Static } from 'typebox';
import { PictureRecord } from '../../../../api/contract/pictures/pictures.ts';
import { fileReason } from '../../../file-reason.ts';
import type { ApiClient } from '../../client/client.ts';
import { valueOf } from '../../client/explain.ts';
import { response } from '../../client/response-schema.ts';
import { misused } from '../../failure.ts';

export const PictureShown = response(PictureRecord, 'id', 'type', 'width', 'height', 'size');

/**
 * Stores the picture of a file.
 * @param path the path of the account's pictures
 * @throws CommandFailure for a file that cannot be read, and for a picture that is refused
 */
export async function uploadPicture(
  api: ApiClient,
  path: string,
  file: string,
): Promise<Static<typeof PictureShown>> {
  const found = await stat(file).catch((error: unknown) => {
    throw misused(`${file} cannot be read: ${fileReason(error)}.`);
  });
  if (!found.isFile()) throw misused(`${file} is not a file.`);
  const upload = { source: createReadStream(file), length: found.size };
  return valueOf(await api.call({ method: 'POST', path, upload }, PictureShown));
}
