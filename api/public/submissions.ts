import { createSubmission, type SubmissionDeps } from '../../commands/submission/create-submission.ts';
import { erasingIn } from '../../projections/queries/open-erasures.ts';
import { ownsForm } from '../../projections/queries/owns-form.ts';
import type { ApiDeps } from '../api-deps.ts';
import { callerOf } from '../auth/authentication.ts';
import { callerContext } from '../auth/owners.ts';
import { publicSubmissionOperations } from '../contract/submissions/public-submissions.ts';
import { defaultLimit } from '../contract/values.ts';
import { ApiError } from '../errors/errors.ts';
import { submissionBytes } from '../http/body-limits.ts';
import { sendJson } from '../http/send-json.ts';
import type { Mount } from '../mount.ts';
import { fileLinks } from '../requests/file-links.ts';
import type { Paging } from '../requests/paging.ts';
import {
  addressOf,
  committed,
  idempotencyOf,
  readAfter,
  refuseOtherParameters,
} from '../requests/requests.ts';
import { submissionRequest } from '../requests/submission-request.ts';
import { rangeOf } from '../requests/timestamps.ts';
import { createdSubmission } from '../responses/created-submission.ts';
import { sendSubmission } from '../responses/send-submission.ts';
import { submissionItem } from '../responses/submissions.ts';
import { laterFilters, searchSubmissions } from '../submissions/search-submissions.ts';

const maxLimit = 200;
const clamped = (limit: number): number => Math.min(maxLimit, Math.max(1, limit));
/** `/submissions` of the public API. */
export function submissionRoutes(
  api: Mount,
  deps: SubmissionDeps & Pick<ApiDeps, 'fileLinkKeys' | 'progress' | 'publicUrl' | 'queries'>,
  paging: Paging,
): void {
  const { queries, progress } = deps;

  /** @throws ApiError `not_found`, from the moment of the erasure on as well */
  async function readSubmission(accountId: string, id: string) {
    const submission = await queries.submissions.get(accountId, id);
    if (!submission || (await erasingIn(deps.aggregates, accountId)).has(id)) throw new ApiError('not_found');
    return submission;
  }

  api.route(publicSubmissionOperations.listSubmissions, async (request, reply) => {
    const { accountId } = callerOf(request);
    const { id, form_id: formId, limit = defaultLimit, cursor } = request.query;
    const { is_complete: isComplete, status, search, answer } = request.query;
    if (id !== undefined) refuseOtherParameters('id', request.query);
    await readAfter(request, progress, ['submissions', 'forms']);
    if (id !== undefined)
      return sendSubmission(reply, await readSubmission(accountId, id), fileLinks(deps, request));
    if (formId !== undefined && !(await ownsForm(deps.aggregates, accountId, formId)))
      throw new ApiError('not_found');
    const filters = { formId, ...rangeOf(request.query), isComplete };
    // Cursors of earlier releases, which had no statuses and no search, stay valid.
    const later = laterFilters({ status, search, answer });
    const bound = [...Object.values(filters), ...later];
    const binding = [accountId, 'submissions', ...bound.map((value) => value ?? null)];
    const { page, extent } = await searchSubmissions(queries.submissions, accountId, {
      ...filters,
      status,
      search,
      answer,
      limit: clamped(limit),
      ...paging.after(binding, cursor),
    });
    return { ...paging.reply(request, reply, binding, page, submissionItem), ...extent };
  });

  api.route(publicSubmissionOperations.readOwnSubmission, async (request, reply) => {
    const { accountId } = callerOf(request);
    await readAfter(request, progress, ['submissions', 'forms']);
    const submission = await readSubmission(accountId, request.params.id);
    return sendSubmission(reply, submission, fileLinks(deps, request));
  });

  api.route(
    publicSubmissionOperations.createSubmission,
    async (request, reply) => {
      const caller = callerOf(request);
      const input = { ...submissionRequest(request.body), ...idempotencyOf(request) };
      const context = callerContext(request, caller);
      const { submission, form: answered } = committed(reply, await createSubmission(deps, input, context));
      const { url: path = '' } = request.routeOptions;
      reply.header('location', `${addressOf(deps, request)}${path}?id=${submission.submissionId}`);
      return sendJson(reply, createdSubmission(submission, answered, fileLinks(deps, request)));
    },
    { bodyLimit: submissionBytes, findsRepeats: true },
  );
}
