import Type, { type Static } from 'typebox';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';
import { pictureTypes } from './picture.ts';

const Pixels = Type.Integer({ minimum: 1 });

/** The event of the stream of a picture, whose id follows from its account and its content. */
export const pictureEvents = {
  PictureStored: {
    ...v1(
      Type.Object({
        pictureId: Type.String(),
        accountId: Type.String(),
        mediaType: Type.Enum(pictureTypes),
        width: Pixels,
        height: Pixels,
        /** In bytes. */
        size: Type.Integer({ minimum: 1 }),
        /** In Base64, without metadata. */
        content: Type.String(),
        at: Timestamp,
      }),
    ),
    envelope: { account: 'accountId', stream: 'pictureId' },
  },
};

export type PictureEvent = EventOf<typeof pictureEvents>;
export type PictureStored = Static<typeof pictureEvents.PictureStored.schema>;
