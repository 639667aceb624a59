import type { ApiDeps } from '../../api-deps.ts';
import { erasureOperations } from '../../contract/erasures/erasures.ts';
import { ApiError } from '../../errors/errors.ts';
import type { Mount } from '../../mount.ts';
import { readAfter } from '../../requests/requests.ts';

/** The members of the event store's cluster that erasures wait for. */
export function logMemberRoutes(
  api: Mount,
  { logMembers, progress }: Pick<ApiDeps, 'logMembers' | 'progress'>,
): void {
  api.route(erasureOperations.listEventStoreMembers, async (request) => {
    await readAfter(request, progress, []);
    const known = await logMembers.members();
    const data = [...known].map(([member, seen]) => ({ member, seen_at: seen.toISOString() }));
    return { data, count: data.length };
  });

  api.route(erasureOperations.forgetEventStoreMember, async (request) => {
    const isKnown = await logMembers.remove(request.params.id);
    if (!isKnown) throw new ApiError('not_found', { message: 'This member is not known.' });
    return null;
  });
}
