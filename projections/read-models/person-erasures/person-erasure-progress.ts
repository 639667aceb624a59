import type { ModelStatus } from '../../generations/control/control-types.ts';
import { type Waiting, waitOf } from '../erasures/erasure-progress.ts';
import type { PersonErasureView } from './queries.ts';

/** How far the erasure of a person is. */
export interface PersonErasureProgress extends Pick<
  PersonErasureView,
  'id' | 'requested_at' | 'scrubbed_at' | 'completed_at'
> {
  readonly status: 'erasing' | 'erased';
  /** Whether every event about the person is deleted. */
  readonly deleted_from_log: boolean;
  readonly waiting_for: Waiting | null;
}

/** The name of the worker that erases people. */
export const personEraser = 'person-eraser';

/** Returns a person's place in the order in which people are erased. */
export const placeOfPerson = ({ id, requested_at }: Pick<PersonErasureView, 'id' | 'requested_at'>): string =>
  `${requested_at} ${id}`;

/** How far the erasure of a person is. @param worker the status of the worker that erases people */
export function personErasureOf(
  { id, requested_at, stage, scrubbed_at, completed_at }: PersonErasureView,
  worker: ModelStatus,
): PersonErasureProgress {
  const isErased = stage === null;
  return {
    id,
    status: isErased ? 'erased' : 'erasing',
    requested_at,
    completed_at,
    deleted_from_log: stage !== 'deletion',
    scrubbed_at,
    waiting_for: isErased ? null : waitOf(placeOfPerson({ id, requested_at }), worker),
  };
}
