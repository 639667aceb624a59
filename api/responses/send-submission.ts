import type { FastifyReply } from 'fastify';
import type { SubmissionView } from '../../projections/read-models/submissions/queries.ts';
import { ApiError } from '../errors/errors.ts';
import { sendJson } from '../http/send-json.ts';
import { etagOf } from '../requests/requests.ts';
import { type LinkOf, submissionJson } from './submissions.ts';

/** Answers with a submission and its ETag. @throws ApiError `not_found` for null */
export function sendSubmission(
  reply: FastifyReply,
  submission: SubmissionView | null,
  linkOf: LinkOf,
  message?: string,
): FastifyReply {
  if (!submission) throw new ApiError('not_found', { ...(message !== undefined && { message }) });
  // Documents of an earlier version of the read model, which is read until the present one is built, have no revision.
  if (Number.isInteger(submission.revision)) reply.header('etag', etagOf(submission.revision));
  return sendJson(reply, submissionJson(submission, linkOf));
}
