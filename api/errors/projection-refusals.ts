import type { SkipRefusal } from '../../commands/projection/skip-parked-event.ts';
import type { ControlFailure } from '../../projections/generations/control/control-types.ts';
import { ApiError, refused } from './errors.ts';

const refusals: Readonly<Record<Exclude<ControlFailure, 'not_found'>, string>> = {
  busy: 'A build of this read model is in progress. Wait for it, or drop it.',
  'nothing to go back to': 'The read model has no other generation.',
  'name is taken': 'A read model, copy or process manager with this name exists already.',
  'not parked': 'The event is neither parked nor skipped by this projection.',
};

export const notFound = (name: string): ApiError =>
  new ApiError('not_found', { message: `No read model, copy or verification has the name ${name}.` });

const failed = (failure: ControlFailure, name: string): ApiError =>
  failure === 'not_found' ? notFound(name) : new ApiError('conflict', { message: refusals[failure] });

/** @param name the name in the request @throws ApiError for a failure */
export function refuseFailure(failure: ControlFailure | null, name: string): void {
  if (failure !== null) throw failed(failure, name);
}

/** The answer where an event cannot be skipped. @param name the name of the projection in the request */
export const skipRefused = (refusal: SkipRefusal<ControlFailure>, name: string): ApiError =>
  refusal.code === 'not_skippable' ? failed(refusal.reason, name) : refused(refusal);
