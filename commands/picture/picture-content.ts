import type { PictureType } from '../../domain/picture/picture.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { EventLog } from '../../log/event-log.ts';
import { readUnlessErased } from '../../log/read-unless-erased.ts';

/** The bytes of a picture, with their media type. */
export interface PictureContent {
  readonly type: PictureType;
  readonly bytes: Buffer;
}

/** Reads the content of a picture, whatever its account; null if it does not exist or is erased. @throws LogUnavailable */
export async function pictureContent(
  log: Pick<EventLog, 'readEvent'>,
  pictureId: string,
): Promise<PictureContent | null> {
  const recorded = await readUnlessErased(log, streamOf.picture(pictureId), 0);
  if (recorded?.event.type !== 'PictureStored') return null;
  const { mediaType: type, content } = recorded.event.data;
  return { type, bytes: Buffer.from(content, 'base64') };
}
