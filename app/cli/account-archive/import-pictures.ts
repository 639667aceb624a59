import type { Static } from 'typebox';
import { pictureMember } from '../../../api/contract/accounts/archive-pictures.ts';
import type { ShownFormLook } from '../../../api/contract/forms/form-look.ts';
import { PictureRecord } from '../../../api/contract/pictures/pictures.ts';
import { type PicturePlace, picturePlaces } from '../../../domain/form/look.ts';
import { pictureTypes } from '../../../domain/picture/picture.ts';
import { failureOf } from '../client/explain.ts';
import { response } from '../client/response-schema.ts';
import type { Archive } from './open-archive.ts';
import { type Importing, pathOf } from './target-account.ts';
import type { FormOfArchive } from './verify-archive.ts';

const StoredPicture = response(PictureRecord, 'id');

/** What a service says of a picture that it does not take. */
const ofOnePicture: ReadonlySet<string> = new Set([
  'invalid_request',
  'payload_too_large',
  'plan_limit_reached',
]);

type Look = Partial<Static<typeof ShownFormLook>>;

/**
 * Stores the pictures of a form's look in the target account, where the same content is the same picture. One that the archive lacks, or
 * that the service refuses, is reported and left out.
 * @returns the look with the ids that the pictures have there
 * @throws CommandFailure for a failure that meets all pictures
 */
export async function importLook(
  importing: Importing,
  archive: Archive,
  archived: FormOfArchive,
  look: Look,
) {
  const shown: { -readonly [Member in keyof Look]: Look[Member] } = { ...look };
  for (const place of picturePlaces) {
    const picture = look[place];
    if (!picture) continue;
    const id = await importPicture(importing, archive, archived, place);
    shown[place] = id === null ? null : { ...picture, picture_id: id };
  }
  return shown;
}

async function importPicture(
  { api, retry, report, accountId }: Importing,
  archive: Archive,
  { folder }: FormOfArchive,
  place: PicturePlace,
): Promise<string | null> {
  const about = { kind: 'picture', subject: `${place} of ${folder}` } as const;
  const leaveOut = (reason: string): null => {
    report.add({ ...about, reason });
    return null;
  };
  const members = pictureTypes.map((type) => pictureMember(folder, place, type));
  const found = members.map((path) => archive.members.get(path)).find((member) => member !== undefined);
  if (!found) return leaveOut('the archive does not have its content');
  const path = `${pathOf(accountId)}/pictures`;
  const sent = await retry(async () => {
    const source = await archive.read(found.path);
    return api.call({ method: 'POST', path, upload: { source, length: found.bytes } }, StoredPicture);
  });
  if (sent.ok) {
    report.taken(about);
    return sent.value.value.id;
  }
  const { error } = sent;
  if (error.kind !== 'refused' || !ofOnePicture.has(error.code)) throw failureOf(error);
  return leaveOut(error.message);
}
