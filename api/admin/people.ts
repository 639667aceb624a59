import { rolesOf } from '../../commands/membership/read-members.ts';
import { erasePerson } from '../../commands/person/erase-person.ts';
import { personWithEmail, personWithId } from '../../commands/person/find-person.ts';
import { emailIn } from '../../commands/person/login-name.ts';
import {
  personEraser,
  personErasureOf,
} from '../../projections/read-models/person-erasures/person-erasure-progress.ts';
import { requestedAt } from '../../projections/read-models/person-erasures/projection.ts';
import type { ApiDeps } from '../api-deps.ts';
import { operatorContext } from '../auth/operators.ts';
import { personOperations } from '../contract/accounts/people.ts';
import { ApiError } from '../errors/errors.ts';
import type { Mount } from '../mount.ts';
import { committed, readAfter } from '../requests/requests.ts';
import { personErasureProgress } from '../responses/person-erasures.ts';

/** People, whatever their accounts, for operators. */
export function personRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'log' | 'now' | 'progress' | 'projections' | 'queries'>,
): void {
  api.route(personOperations.readPerson, async (request) => {
    // The log itself is read: it holds what a read model has reached.
    await readAfter(request, deps.progress, ['accounts']);
    const { id } = request.params;
    const address = emailIn(id);
    const found = await (address === null ? personWithId(deps, id) : personWithEmail(deps, address));
    if (!found) throw new ApiError('not_found');
    const { personId, name, email, registeredAt: registered_at } = found;
    const accounts = (await rolesOf(deps, found)).map(({ accountId, role }) => ({ id: accountId, role }));
    return { id: personId, name, email, registered_at, accounts };
  });

  api.route(personOperations.erasePerson, async (request, reply) => {
    const { id } = request.params;
    const before = await personErasureProgress(deps, id);
    if (before) return before;
    // Read before the command: after the append, an unavailable store must not turn the answer into a failure.
    const worker = await deps.projections.worker(personEraser);
    const { requestedAt: at } = committed(reply, await erasePerson(deps, id, operatorContext(request, '')));
    return personErasureOf({ id, ...requestedAt(at) }, worker);
  });

  api.route(personOperations.readPersonErasure, async (request) => {
    await readAfter(request, deps.progress, ['person-erasures']);
    const found = await personErasureProgress(deps, request.params.id);
    if (!found) throw new ApiError('not_found', { message: 'The person is not erased.' });
    return found;
  });
}
