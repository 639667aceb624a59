import type { UploadSource } from '../../../domain/file/events.ts';
import { idAfter, type Projection } from '../../projection.ts';

/** A file without its name, type and hash, which are in the file store and with the submission. */
export type FileDocument = Readonly<{
  account_id: string;
  form_id: string;
  content_id: string;
  /** In bytes. */
  size: number;
  uploaded_by: UploadSource;
  received_at: string;
  /** The submission that has claimed the file. */
  submission_id: string | null;
  claimed_at: string | null;
  /** When a file that no submission has was received or dropped, else absent: an index of these alone. */
  free_since?: string;
  /** The submission that was about to drop the file, else absent. */
  dropped_by?: string;
}>;

/** The uploaded files whose contents the store holds. */
export const files: Projection<FileDocument> = {
  name: 'files',
  version: 2,
  streamPrefixes: ['file-'],
  indexes: [
    { keys: { account_id: 1, received_at: -1, _id: -1 } },
    { keys: { account_id: 1, form_id: 1, received_at: -1, _id: -1 } },
    { keys: { submission_id: 1 } },
    { keys: { dropped_by: 1 }, sparse: true },
    { keys: { content_id: 1 } },
    { keys: { free_since: 1 }, sparse: true },
    { keys: { claimed_at: 1, _id: 1 } },
  ],
  accountListing: { at: 'received_at' },
  keyOfStream: (stream) => idAfter('file-', stream),
  key: ({ stream }) => idAfter('file-', stream),
  on: {
    FileReceived: (_, { event }) => {
      const { accountId, formId, contentId, size, uploadedBy, at } = event.data;
      return {
        account_id: accountId,
        form_id: formId,
        content_id: contentId,
        size,
        uploaded_by: uploadedBy,
        received_at: at,
        submission_id: null,
        claimed_at: null,
        free_since: at,
      };
    },
    FileClaimed: (doc, { event }) => {
      if (!doc) return null;
      const { free_since: _, dropped_by: __, ...claimed } = doc;
      return { ...claimed, submission_id: event.data.submissionId, claimed_at: event.data.at };
    },
    FileReleased: (doc) =>
      doc && { ...doc, submission_id: null, claimed_at: null, free_since: doc.received_at },
    FileDropped: (doc, { event }) => {
      const { submissionId, at } = event.data;
      return (
        doc && { ...doc, submission_id: null, claimed_at: null, free_since: at, dropped_by: submissionId }
      );
    },
    FileExpired: () => null,
    FileErased: () => null,
  },
};
