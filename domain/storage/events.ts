import Type from 'typebox';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

/** The events of the stream of an account and a month: the bytes of the files that were received in that month. */
export const storageEvents = {
  FileBytesReserved: v1(
    Type.Object({ fileId: Type.String(), bytes: Type.Integer({ minimum: 0 }), at: Timestamp }),
  ),
  /** The content left the store, or was never recorded as a file. */
  FileBytesReturned: v1(Type.Object({ fileId: Type.String(), at: Timestamp })),
};

export type StorageEvent = EventOf<typeof storageEvents>;
