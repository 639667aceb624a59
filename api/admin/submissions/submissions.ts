import { createSubmission, type SubmissionDeps } from '../../../commands/submission/create-submission.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { submissionOperations } from '../../contract/submissions/submissions.ts';
import { defaultLimit } from '../../contract/values.ts';
import { submissionBytes } from '../../http/body-limits.ts';
import { sendJson } from '../../http/send-json.ts';
import type { Mount } from '../../mount.ts';
import { queriesFor } from '../../requests/copies.ts';
import { refuseErased } from '../../requests/erased.ts';
import { fileLinks } from '../../requests/file-links.ts';
import type { Paging } from '../../requests/paging.ts';
import { committed, idempotencyOf } from '../../requests/requests.ts';
import { submissionRequest } from '../../requests/submission-request.ts';
import { rangeOf } from '../../requests/timestamps.ts';
import { createdSubmission } from '../../responses/created-submission.ts';
import { sendSubmission } from '../../responses/send-submission.ts';
import { submissionItem } from '../../responses/submissions.ts';
import { laterFilters, searchSubmissions } from '../../submissions/search-submissions.ts';

/** Submissions with their answers, for operators. */
export function adminSubmissionRoutes(
  api: Mount,
  deps: SubmissionDeps &
    Pick<ApiDeps, 'deliveries' | 'documents' | 'fileLinkKeys' | 'progress' | 'publicUrl' | 'queries'>,
  paging: Paging,
): void {
  const { aggregates } = deps;
  api.route(submissionOperations.listSubmissionsOfAccount, async (request, reply) => {
    const {
      limit = defaultLimit,
      cursor,
      form_id: formId,
      status,
      search,
      answer,
      projection,
    } = request.query;
    const submissions = await queriesFor(deps, request, 'submissions', projection, ['forms']);
    const { accountId } = await contextFor(request, aggregates, 'account', request.params.id);
    const filters = { formId, ...rangeOf(request.query) };
    const later = laterFilters({ status, search, answer });
    const bound = [...Object.values(filters), projection, ...later];
    const parts = bound.map((value) => value ?? null);
    const binding = [accountId, 'admin submissions', ...parts];
    const { page, extent } = await searchSubmissions(submissions, accountId, {
      ...filters,
      status,
      search,
      answer,
      limit,
      ...paging.after(binding, cursor),
    });
    return { ...paging.reply(request, reply, binding, page, submissionItem), ...extent };
  });

  api.route(submissionOperations.readSubmission, async (request, reply) => {
    const { id } = request.params;
    const submissions = await queriesFor(deps, request, 'submissions', request.query.projection, [
      'forms',
      'erasures',
    ]);
    await refuseErased(deps, 'submission', id);
    const submission = await submissions.get(null, id);
    const missing = `The submission ${id} does not exist.`;
    return sendSubmission(reply, submission, fileLinks(deps, request), missing);
  });

  api.route(
    submissionOperations.submitToForm,
    async (request, reply) => {
      const context = await contextFor(request, aggregates, 'account', request.params.id);
      const input = { ...submissionRequest(request.body), ...idempotencyOf(request) };
      const { submission, form } = committed(reply, await createSubmission(deps, input, context));
      reply.header('location', `${api.prefix}/submissions/${submission.submissionId}`);
      return sendJson(reply, createdSubmission(submission, form, fileLinks(deps, request)));
    },
    { bodyLimit: submissionBytes, findsRepeats: true },
  );
}
