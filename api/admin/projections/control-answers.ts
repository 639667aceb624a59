import type { ControlFailure } from '../../../projections/generations/control-types.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { ApiError } from '../../errors/errors.ts';
import { projectionOf } from './projection-schemas.ts';

const refusals: Readonly<Record<Exclude<ControlFailure, 'not_found'>, string>> = {
  busy: 'A build of this read model is in progress. Wait for it, or drop it.',
  'nothing to go back to': 'The read model has no other generation.',
  'name is taken': 'A read model, copy or process manager with this name exists already.',
  'not parked': 'The event is neither parked nor skipped by this projection.',
};

export const notFound = (name: string): ApiError =>
  new ApiError('not_found', { message: `No read model, copy or verification has the name ${name}.` });

/** @param name the name in the request @throws ApiError for a failure */
export function refuseFailure(failure: ControlFailure | null, name: string): void {
  if (failure === 'not_found') throw notFound(name);
  if (failure !== null) throw new ApiError('conflict', { message: refusals[failure] });
}

/** The status of read models, copies and verifications, as the API answers it. */
export function statusAnswers({ projections }: Pick<ApiDeps, 'projections'>) {
  const find = async (name: string) => (await projections.status()).find((one) => one.name === name) ?? null;

  async function statusOf(name: string) {
    const found = await find(name);
    if (!found) throw notFound(name);
    return projectionOf(found);
  }

  return {
    find,
    statusOf,
    /**
     * The status after a request for a build.
     * @param of the name in the request, if it differs from the name of the build
     */
    async accepted(name: string, failure: ControlFailure | null, of = name) {
      refuseFailure(failure, of);
      return statusOf(name);
    },
  };
}
