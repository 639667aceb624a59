import type { ChangeDeps } from '../../commands/submission/change-request.ts';
import { changeSubmission } from '../../commands/submission/change-submission.ts';
import type { ApiDeps } from '../api-deps.ts';
import { contextFor } from '../auth/owners.ts';
import { submissionOperations } from '../contract/submissions/submissions.ts';
import { submissionBytes } from '../http/body-limits.ts';
import { sendJson } from '../http/send-json.ts';
import type { Mount } from '../mount.ts';
import { hidingErased } from '../requests/erased.ts';
import { fileLinks } from '../requests/file-links.ts';
import { committed, etagOf, ifMatchOf } from '../requests/requests.ts';
import { submissionChange } from '../requests/submission-request.ts';
import { createdSubmission } from '../responses/created-submission.ts';

/** Changes of submissions, in the admin API and in the public one. */
export function submissionChangeRoutes(
  api: Mount,
  deps: ChangeDeps & Pick<ApiDeps, 'fileLinkKeys' | 'publicUrl'>,
): void {
  api.route(
    submissionOperations.changeSubmission,
    async (request, reply) => {
      const { id: submissionId } = request.params;
      const change = { submissionId, ...submissionChange(request.body), ...ifMatchOf(request) };
      return hidingErased(request, async () => {
        const context = await contextFor(request, deps.aggregates, 'submission', submissionId);
        const outcome = committed(reply, await changeSubmission(deps, change, context));
        const { submission, form, payment, revision } = outcome;
        reply.header('etag', etagOf(revision));
        return sendJson(reply, createdSubmission(submission, form, fileLinks(deps, request), payment));
      });
    },
    { bodyLimit: submissionBytes },
  );
}
