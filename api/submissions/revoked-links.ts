import { revokeLinks } from '../../commands/submission/revoke-links.ts';
import type { ApiDeps } from '../api-deps.ts';
import { contextFor } from '../auth/owners.ts';
import { submissionOperations } from '../contract/submissions/submissions.ts';
import type { Mount } from '../mount.ts';
import { hidingErased } from '../requests/erased.ts';
import { committed } from '../requests/requests.ts';

/** The end of the links with which respondents correct submissions, in the admin API and in the public one. */
export function revokedLinkRoutes(api: Mount, deps: Pick<ApiDeps, 'aggregates' | 'now'>): void {
  api.route(submissionOperations.revokeLinks, async (request, reply) => {
    const { id } = request.params;
    return hidingErased(request, async () => {
      const context = await contextFor(request, deps.aggregates, 'submission', id);
      const { state } = committed(reply, await revokeLinks(deps, id, context));
      return { id, links_revoked_at: state.exists ? state.linksRevokedAt : null };
    });
  });
}
