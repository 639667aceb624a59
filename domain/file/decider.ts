import type { Decider } from '../decider.ts';
import { err, ok } from '../result.ts';
import type { FileEvent, FileReceived } from './events.ts';

export type FileCommand =
  | ({ type: 'ReceiveFile' } & FileReceived)
  | {
      type: 'ClaimFile';
      submissionId: string;
      fieldId: string;
      /** The submission that holds the file and can no longer be created; null if there is none. */
      instead: string | null;
      at: string;
    }
  | { type: 'ReleaseFile'; submissionId: string; at: string }
  /** `holder` as for `instead` above. */
  | { type: 'ExpireFile'; holder: string | null; at: string }
  | { type: 'EraseFile'; submissionId: string; at: string };

export interface ReceivedFile {
  readonly exists: true;
  readonly received: FileReceived;
  /** The submission that has claimed the file; null if there is none. */
  readonly submissionId: string | null;
  /** Whether the content is removed, or will be. */
  readonly isGone: boolean;
}

export type FileState = { readonly exists: false } | ReceivedFile;

/** The file belongs to another submission. */
export interface ClaimedElsewhere {
  readonly code: 'claimed_elsewhere';
  readonly submissionId: string;
}

export type FileRefusal = ClaimedElsewhere | { readonly code: 'not_found' | 'already_exists' };

function decide(command: FileCommand, state: FileState) {
  if (command.type === 'ReceiveFile') {
    if (state.exists) return err({ code: 'already_exists' } as const);
    const { type: _, ...data } = command;
    return ok<FileEvent[]>([{ type: 'FileReceived', data }]);
  }
  if (!state.exists) return err({ code: 'not_found' } as const);
  const { submissionId: holder, isGone } = state;
  const { at } = command;
  switch (command.type) {
    case 'ClaimFile': {
      const { submissionId, fieldId, instead } = command;
      if (isGone) return err({ code: 'not_found' } as const);
      if (holder === submissionId) return ok([]);
      if (holder !== null && holder !== instead)
        return err({ code: 'claimed_elsewhere', submissionId: holder } as const);
      return ok<FileEvent[]>([{ type: 'FileClaimed', data: { submissionId, fieldId, at } }]);
    }
    case 'ReleaseFile': {
      const { submissionId } = command;
      const isHeld = !isGone && holder === submissionId;
      return ok<FileEvent[]>(isHeld ? [{ type: 'FileReleased', data: { submissionId, at } }] : []);
    }
    case 'ExpireFile':
      if (isGone) return ok([]);
      if (holder !== command.holder)
        return err({ code: 'claimed_elsewhere', submissionId: holder ?? '' } as const);
      return ok<FileEvent[]>([{ type: 'FileExpired', data: { at } }]);
    case 'EraseFile': {
      const { submissionId } = command;
      const isHeld = !isGone && holder === submissionId;
      return ok<FileEvent[]>(isHeld ? [{ type: 'FileErased', data: { submissionId, at } }] : []);
    }
    default:
      return command satisfies never;
  }
}

function evolve(state: FileState, event: FileEvent): FileState {
  if (event.type === 'FileReceived')
    return { exists: true, received: event.data, submissionId: null, isGone: false };
  if (!state.exists) return state;
  switch (event.type) {
    case 'FileClaimed':
      return { ...state, submissionId: event.data.submissionId };
    case 'FileReleased':
      return { ...state, submissionId: null };
    case 'FileExpired':
    case 'FileErased':
      return { ...state, isGone: true };
    default:
      return event satisfies never;
  }
}

/** An uploaded file: one submission claims it, or it expires. */
export const file: Decider<FileState, FileCommand, FileEvent, FileRefusal> = {
  initial: { exists: false },
  decide,
  evolve,
  isOver: (state) => state.exists && state.isGone,
};
