import type { FileEvent } from '../file/events.ts';
import { bytesInWords } from '../file/file-rules.ts';
import type { PictureEvent } from '../picture/events.ts';
import type { StorageEvent } from '../storage/events.ts';
import { type Author, say, type Sentence, subject } from './sentence.ts';

export function fileSentence(who: Author, event: FileEvent): Sentence {
  switch (event.type) {
    case 'FileReceived':
      return say`${who} uploaded a file of ${bytesInWords(event.data.size)} to the form ${subject('form', event.data.formId)}.`;
    case 'FileClaimed':
      return say`The file became part of ${subject('submission', event.data.submissionId)}.`;
    case 'FileReleased':
      return say`The file was released, because the submission that claimed it was refused.`;
    case 'FileDropped':
      return say`The file was taken out of ${subject('submission', event.data.submissionId)}, which is not complete.`;
    case 'FileExpired':
      return say`The file expired, because no submission claimed it in time.`;
    case 'FileErased':
      return say`${who} erased the file, because its submission was erased or no longer has it.`;
    default:
      return event satisfies never;
  }
}

export const pictureSentence = (who: Author, { data: { width, height } }: PictureEvent): Sentence =>
  say`${who} stored a picture of ${`${width} × ${height}`} pixels for the pages of forms.`;

export function storageSentence(event: StorageEvent): Sentence {
  switch (event.type) {
    case 'FileBytesReserved':
      return say`${bytesInWords(event.data.bytes)} of the plan were reserved for a file.`;
    case 'FileBytesReturned':
      return say`The bytes of a file were given back to the plan.`;
    default:
      return event satisfies never;
  }
}
