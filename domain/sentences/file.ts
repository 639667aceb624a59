import type { FileEvent } from '../file/events.ts';
import type { StorageEvent } from '../storage/events.ts';
import { type Author, say, type Sentence, subject } from './sentence.ts';

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes, such as `1.2 MB`. */
export function bytesText(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}

export function fileSentence(who: Author, event: FileEvent): Sentence {
  switch (event.type) {
    case 'FileReceived':
      return say`${who} uploaded a file of ${bytesText(event.data.size)} to the form ${subject('form', event.data.formId)}.`;
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

export function storageSentence(event: StorageEvent): Sentence {
  switch (event.type) {
    case 'FileBytesReserved':
      return say`${bytesText(event.data.bytes)} of the plan were reserved for a file.`;
    case 'FileBytesReturned':
      return say`The bytes of a file were given back to the plan.`;
    default:
      return event satisfies never;
  }
}
