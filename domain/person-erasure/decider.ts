import type { Decider } from '../decider.ts';
import { ok } from '../result.ts';
import type { PersonErasureEvent } from './events.ts';

export type PersonErasureCommand =
  | { type: 'Start'; personId: string; requestedAt: string; at: string }
  | { type: 'Tombstone'; at: string }
  | { type: 'Scrub'; at: string }
  | { type: 'Complete'; at: string };

/** The next step of an erasure: delete the streams, purge the log's files, purge the read store's files. */
export type PersonErasureStage = 'deletion' | 'log' | 'read_store';

/** `stage`: null before the start and after the end. */
export interface PersonErasureState {
  readonly stage: PersonErasureStage | null;
  readonly isErased: boolean;
}

function decide(command: PersonErasureCommand, { stage, isErased }: PersonErasureState) {
  const { at } = command;
  switch (command.type) {
    case 'Start': {
      const { personId, requestedAt } = command;
      const isNew = stage === null && !isErased;
      return ok<PersonErasureEvent[]>(
        isNew ? [{ type: 'PersonErasureStarted', data: { personId, requestedAt, at } }] : [],
      );
    }
    case 'Tombstone':
      return ok<PersonErasureEvent[]>(
        stage === 'deletion' ? [{ type: 'PersonTombstoned', data: { at } }] : [],
      );
    case 'Scrub':
      return ok<PersonErasureEvent[]>(stage === 'log' ? [{ type: 'PersonScrubbed', data: { at } }] : []);
    case 'Complete':
      return ok<PersonErasureEvent[]>(stage === 'read_store' ? [{ type: 'PersonErased', data: { at } }] : []);
    default:
      return command satisfies never;
  }
}

const after: Readonly<Record<PersonErasureEvent['type'], PersonErasureState>> = {
  PersonErasureStarted: { stage: 'deletion', isErased: false },
  PersonTombstoned: { stage: 'log', isErased: false },
  PersonScrubbed: { stage: 'read_store', isErased: false },
  PersonErased: { stage: null, isErased: true },
};

/** The erasure of a person. It records each step once, whichever processes report it. */
export const personErasure: Decider<PersonErasureState, PersonErasureCommand, PersonErasureEvent, never> = {
  initial: { stage: null, isErased: false },
  decide,
  evolve: (_, { type }) => after[type],
};
