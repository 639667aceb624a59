import type { TextId } from '../texts.ts';
import type { SaveResult } from './save-form.ts';

/** How a page that was not saved is answered. */
export interface RefusedSave {
  readonly status: number;
  readonly text: TextId;
  /** Whether the page may be saved once more, when more was typed. */
  readonly mayTryAgain: boolean;
}

export const refusedSaves: Readonly<Record<Exclude<SaveResult['kind'], 'saved'>, RefusedSave>> = {
  sent: { status: 409, text: 'sentAlready', mayTryAgain: false },
  gone: { status: 410, text: 'savedGone', mayTryAgain: true },
  changed: { status: 409, text: 'changed', mayTryAgain: false },
  closed: { status: 410, text: 'closed', mayTryAgain: false },
  full: { status: 403, text: 'savingFull', mayTryAgain: false },
  tooLarge: { status: 413, text: 'notSaved', mayTryAgain: true },
};
