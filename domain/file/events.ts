import Type, { type Static } from 'typebox';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

export const UploadSource = Type.Enum(['api', 'form']);
export type UploadSource = Static<typeof UploadSource>;

/**
 * The events of the stream of one uploaded file. The stream outlives the file, so it holds no name, no type and no hash:
 * these are with the content in the file store, and with the submission that claims the file.
 */
export const fileEvents = {
  /** The content is stored durably and was checked. */
  FileReceived: {
    ...v1(
      Type.Object({
        fileId: Type.String(),
        accountId: Type.String(),
        formId: Type.String(),
        /** The name of the content in the file store. */
        contentId: Type.String(),
        /** In bytes. */
        size: Type.Integer({ minimum: 0 }),
        uploadedBy: UploadSource,
        at: Timestamp,
      }),
    ),
    envelope: { account: 'accountId', stream: 'fileId' },
  },
  /** The file belongs to this submission, which is appended next, and to no other. */
  FileClaimed: v1(Type.Object({ submissionId: Type.String(), fieldId: Type.String(), at: Timestamp })),
  /** The submission that had claimed the file was refused. */
  FileReleased: v1(Type.Object({ submissionId: Type.String(), at: Timestamp })),
  /**
   * A change takes the file out of the answers of the submission, which is not complete. It is appended before the change, which may
   * then fail to take place.
   */
  FileDropped: v1(Type.Object({ submissionId: Type.String(), at: Timestamp })),
  /** No submission claimed the file in time. Its content is removed next. */
  FileExpired: v1(Type.Object({ at: Timestamp })),
  /** The content left the store, because the submission that had claimed the file was erased or no longer has it. */
  FileErased: v1(Type.Object({ submissionId: Type.String(), at: Timestamp })),
};

export type FileEvent = EventOf<typeof fileEvents>;
export type FileReceived = Extract<FileEvent, { type: 'FileReceived' }>['data'];
