import type { Decider } from '../decider.ts';
import { ok } from '../result.ts';
import type { PictureEvent, PictureStored } from './events.ts';

export type PictureCommand = { type: 'StorePicture' } & PictureStored;

/** A picture without its content: a process keeps many of these in memory. */
export type StoredPicture = Omit<PictureStored, 'content' | 'at'> & {
  readonly exists: true;
  readonly storedAt: string;
};

export type PictureState = { readonly exists: false } | StoredPicture;

/** A picture of an account. It never changes: another content is another picture. */
export const picture: Decider<PictureState, PictureCommand, PictureEvent, never> = {
  initial: { exists: false },
  decide({ type: _, ...data }, state) {
    return ok<PictureEvent[]>(state.exists ? [] : [{ type: 'PictureStored', data }]);
  },
  evolve(_, { data: { content: __, at, ...data } }) {
    return { exists: true, ...data, storedAt: at };
  },
};
