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
  /** Before the file leaves the answers of a submission that is not complete. */
  | { type: 'DropFile'; submissionId: string; at: string }
  /** The submission still has the file that it was about to drop. */
  | { type: 'TakeFileBack'; submissionId: string; at: string }
  /** `holder` as for `instead` above. */
  | { type: 'ExpireFile'; holder: string | null; at: string }
  | { type: 'EraseFile'; submissionId: string; at: string };

export interface ReceivedFile {
  readonly exists: true;
  readonly received: FileReceived;
  /** The submission that has claimed the file; null if there is none. */
  readonly submissionId: string | null;
  /** Of a free file: the submission that was about to drop it last, and may still have it in its answers. */
  readonly droppedBy: string | null;
  /** The field for which it was last claimed. */
  readonly fieldId: string | null;
  /** Whether the content is removed, or will be. */
  readonly isGone: boolean;
}

export type FileState = { readonly exists: false } | ReceivedFile;

/** The file belongs to another submission, or may do so. */
export interface ClaimedElsewhere {
  readonly code: 'claimed_elsewhere';
  readonly submissionId: string;
  /** Whether that submission was about to drop it. */
  readonly isDropped?: boolean;
}

export type FileRefusal = ClaimedElsewhere | { readonly code: 'not_found' | 'already_exists' };

function decide(command: FileCommand, state: FileState) {
  if (command.type === 'ReceiveFile') {
    if (state.exists) return err({ code: 'already_exists' } as const);
    const { type: _, ...data } = command;
    return ok<FileEvent[]>([{ type: 'FileReceived', data }]);
  }
  if (!state.exists) return err({ code: 'not_found' } as const);
  const { submissionId: holder, droppedBy, fieldId: lastField, isGone } = state;
  const { at } = command;
  switch (command.type) {
    case 'ClaimFile': {
      const { submissionId, fieldId, instead } = command;
      if (isGone) return err({ code: 'not_found' } as const);
      if (holder === submissionId) return ok([]);
      if (holder !== null && holder !== instead)
        return err({ code: 'claimed_elsewhere', submissionId: holder } as const);
      if (droppedBy !== null && droppedBy !== submissionId && droppedBy !== instead)
        return err({ code: 'claimed_elsewhere', submissionId: droppedBy, isDropped: true } as const);
      return ok<FileEvent[]>([{ type: 'FileClaimed', data: { submissionId, fieldId, at } }]);
    }
    case 'ReleaseFile': {
      const { submissionId } = command;
      const isHeld = !isGone && holder === submissionId;
      return ok<FileEvent[]>(isHeld ? [{ type: 'FileReleased', data: { submissionId, at } }] : []);
    }
    case 'DropFile': {
      const { submissionId } = command;
      const isHeld = !isGone && holder === submissionId;
      return ok<FileEvent[]>(isHeld ? [{ type: 'FileDropped', data: { submissionId, at } }] : []);
    }
    case 'TakeFileBack': {
      const { submissionId } = command;
      if (isGone || droppedBy !== submissionId || lastField === null) return ok([]);
      return ok<FileEvent[]>([{ type: 'FileClaimed', data: { submissionId, fieldId: lastField, at } }]);
    }
    case 'ExpireFile':
      if (isGone) return ok([]);
      if (holder !== command.holder)
        return err({ code: 'claimed_elsewhere', submissionId: holder ?? '' } as const);
      return ok<FileEvent[]>([{ type: 'FileExpired', data: { at } }]);
    case 'EraseFile': {
      const { submissionId } = command;
      const isHeld = !isGone && holderOf(state) === submissionId;
      return ok<FileEvent[]>(isHeld ? [{ type: 'FileErased', data: { submissionId, at } }] : []);
    }
    default:
      return command satisfies never;
  }
}

function evolve(state: FileState, event: FileEvent): FileState {
  if (event.type === 'FileReceived')
    return {
      exists: true,
      received: event.data,
      submissionId: null,
      droppedBy: null,
      fieldId: null,
      isGone: false,
    };
  if (!state.exists) return state;
  switch (event.type) {
    case 'FileClaimed':
      return {
        ...state,
        submissionId: event.data.submissionId,
        droppedBy: null,
        fieldId: event.data.fieldId,
      };
    case 'FileReleased':
      return { ...state, submissionId: null };
    case 'FileDropped':
      return { ...state, submissionId: null, droppedBy: event.data.submissionId };
    case 'FileExpired':
    case 'FileErased':
      return { ...state, isGone: true };
    default:
      return event satisfies never;
  }
}

/** Returns the submission that a file belongs to, or that was about to drop it; null if there is none. */
export const holderOf = ({ submissionId, droppedBy }: ReceivedFile): string | null =>
  submissionId ?? droppedBy;

/** An uploaded file: one submission claims it, or it expires. */
export const file: Decider<FileState, FileCommand, FileEvent, FileRefusal> = {
  initial: { exists: false },
  decide,
  evolve,
  isOver: (state) => state.exists && state.isGone,
};
