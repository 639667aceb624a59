import type { Static } from 'typebox';
import type { SubmissionDeps } from '../../../commands/submission/create-submission.ts';
import { type ImportOutcome, importSubmissions } from '../../../commands/submission/import-submissions.ts';
import { contextFor } from '../../auth/owners.ts';
import { type ImportedRow, importOperations } from '../../contract/submissions/imports.ts';
import { ApiError, refused } from '../../errors/errors.ts';
import { submissionBytes } from '../../http/body-limits.ts';
import type { Mount } from '../../mount.ts';
import { committed } from '../../requests/requests.ts';

function rowOf(outcome: ImportOutcome): Static<typeof ImportedRow> {
  if (!('refused' in outcome)) return { id: outcome.id, replayed: outcome.replayed };
  const { refused: reason } = outcome;
  if (reason === 'too_large') return errorOf(new ApiError('payload_too_large'));
  if (reason === 'erased') return errorOf(new ApiError('erased'));
  if (reason === 'in_future') return inFuture;
  const { code, message } = refused(reason);
  if (reason.code === 'idempotency_mismatch') return { error: { code, message: importedOtherwise } };
  return { error: { code, message, ...(reason.problems.length > 0 && { details: [...reason.problems] }) } };
}

const importedOtherwise = 'The row was imported before with other answers, which stay as they are.';

const errorOf = ({ code, message }: ApiError): Static<typeof ImportedRow> => ({ error: { code, message } });

const inFuture: Static<typeof ImportedRow> = {
  error: {
    code: 'invalid_request',
    message: 'The time of the submission is in the future.',
    details: [{ path: '/submitted_at', code: 'out_of_range', message: 'Must not be in the future.' }],
  },
};

/** Imports of submissions that were made elsewhere. */
export function importRoutes(api: Mount, deps: SubmissionDeps): void {
  api.route(
    importOperations.importSubmissions,
    async (request, reply) => {
      const { id: formId } = request.params;
      const context = await contextFor(request, deps.aggregates, 'form', formId);
      const now = deps.now();
      const submissions = request.body.rows.map(({ key, answers, submitted_at: at }) => ({
        key,
        answers,
        madeAt: (at === undefined ? now : new Date(at)).toISOString(),
      }));
      const { outcomes } = committed(reply, await importSubmissions(deps, { formId, submissions }, context));
      return { data: outcomes.map(rowOf) };
    },
    { bodyLimit: submissionBytes },
  );
}
