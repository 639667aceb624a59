import type { ControlFailure } from '../../../projections/generations/control/control-types.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { notFound, refuseFailure } from '../../errors/projection-refusals.ts';
import { projectionOf } from '../../responses/projections.ts';

/** The status of read models, copies and verifications, as the API answers it. */
export function openStatuses({ projections }: Pick<ApiDeps, 'projections'>) {
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
