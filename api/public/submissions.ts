import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { createSubmission, type SubmissionDeps } from '../../commands/submission/create-submission.ts';
import { form, isFormOf } from '../../domain/form/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { ApiDeps } from '../api-deps.ts';
import { callerOf } from '../auth/authentication.ts';
import { ApiError, refused } from '../errors/errors.ts';
import { submissionBytes } from '../http/body-limits.ts';
import { sendJson } from '../http/send-json.ts';
import type { Paging } from '../requests/paging.ts';
import {
  addressOf,
  contextOf,
  idempotencyOf,
  readAfter,
  refuseBeside,
  setLogPosition,
} from '../requests/requests.ts';
import { ById, closed, Cursor, Failure, Id, NoQuery, Since, Until, usualLimit } from '../requests/schemas.ts';
import { endOfRange } from '../requests/timestamps.ts';
import { createdSubmission } from './created-submission.ts';
import {
  NewSubmission,
  submissionItem,
  submissionJson,
  SubmissionList,
  SubmissionRecord,
  submissionRequest,
} from './submission-schemas.ts';

const ListQuery = Type.Object(
  {
    id: Type.Optional(Id),
    form_id: Type.Optional(Id),
    since: Type.Optional(Since),
    until: Type.Optional(Until),
    is_complete: Type.Optional(Type.Boolean()),
    limit: Type.Optional(
      Type.Integer({ default: usualLimit, description: 'Values out of range become 1 or 200.' }),
    ),
    cursor: Type.Optional(Cursor),
  },
  closed,
);

const maxLimit = 200;
const clamped = (limit: number): number => Math.min(maxLimit, Math.max(1, limit));
const toTimestamp = (moment: string | undefined) => moment && endOfRange(moment);

/** Whether the account owns this form. Ownership never changes, so a cached state of any age is good enough. */
async function hasForm(
  { aggregates }: Pick<ApiDeps, 'aggregates'>,
  accountId: string,
  formId: string,
): Promise<boolean> {
  const isTheirs = isFormOf(accountId);
  const { state } = await aggregates.load(form, streamOf.form(formId), Infinity, isTheirs);
  return isTheirs(state);
}

/** `/submissions` of the public API. */
export const submissionRoutes =
  (
    deps: SubmissionDeps & Pick<ApiDeps, 'progress' | 'publicUrl' | 'queries'>,
    paging: Paging,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { queries, progress } = deps;

    app.get(
      '/submissions',
      {
        config: { scope: 'submissions:read' },
        schema: {
          summary: 'List submissions, or read one with its answers',
          querystring: ListQuery,
          response: { 200: Type.Union([SubmissionList, SubmissionRecord]), default: Failure },
        },
      },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        const { id, form_id: formId, is_complete: isComplete, limit = usualLimit, cursor } = request.query;
        if (id !== undefined) refuseBeside('id', request.query);
        await readAfter(request, progress, ['submissions', 'forms']);
        if (id !== undefined) {
          const submission = await queries.submissions.get(accountId, id);
          if (!submission) throw new ApiError('not_found');
          return sendJson(reply, submissionJson(submission));
        }
        if (formId !== undefined && !(await hasForm(deps, accountId, formId)))
          throw new ApiError('not_found');
        const since = toTimestamp(request.query.since);
        const until = toTimestamp(request.query.until);
        const filters = { formId, since, until, isComplete };
        const binding = [accountId, 'submissions', ...Object.values(filters).map((value) => value ?? null)];
        const page = await queries.submissions.list(accountId, {
          ...filters,
          limit: clamped(limit),
          ...paging.after(binding, cursor),
        });
        return paging.answer(request, reply, binding, page, submissionItem);
      },
    );

    app.get(
      '/submissions/:id',
      {
        config: { scope: 'submissions:read' },
        schema: {
          summary: 'Read a submission with its answers',
          params: ById,
          querystring: NoQuery,
          response: { 200: SubmissionRecord, default: Failure },
        },
      },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        await readAfter(request, progress, ['submissions', 'forms']);
        const submission = await queries.submissions.get(accountId, request.params.id);
        if (!submission) throw new ApiError('not_found');
        return sendJson(reply, submissionJson(submission));
      },
    );

    app.post(
      '/submissions',
      {
        bodyLimit: submissionBytes,
        config: { scope: 'submissions:write', findsRepeats: true },
        schema: {
          summary: 'Submit to a published form',
          querystring: NoQuery,
          body: NewSubmission,
          response: { 201: SubmissionRecord, default: Failure },
        },
      },
      async (request, reply) => {
        const { accountId, keyId } = callerOf(request);
        const created = await createSubmission(
          deps,
          { ...submissionRequest(request.body), ...idempotencyOf(request) },
          contextOf(request, accountId, { kind: 'key', id: keyId }),
        );
        if (!created.ok) throw refused(created.error);
        const { submission, form: answered, position, replayed } = created.value;
        setLogPosition(reply, position);
        if (replayed) reply.header('idempotency-replayed', 'true');
        const { url: path = '' } = request.routeOptions;
        reply.header('location', `${addressOf(deps, request)}${path}?id=${submission.submissionId}`);
        return sendJson(reply.code(201), createdSubmission(submission, answered));
      },
    );
  };
