import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import type { SubmissionDeps } from '../../../commands/submission/create-submission.ts';
import { type ImportOutcome, importSubmissions } from '../../../commands/submission/import-submissions.ts';
import { contextFor } from '../../auth/owners.ts';
import { ApiError, refused } from '../../errors/errors.ts';
import { submissionBytes } from '../../http/body-limits.ts';
import { setLogPosition } from '../../requests/requests.ts';
import { ById, closed, Failure, Timestamp } from '../../requests/schemas.ts';

const mostRows = 200;

const NewImport = Type.Object(
  {
    rows: Type.Array(
      Type.Object(
        {
          key: Type.String({
            minLength: 1,
            maxLength: 100,
            description:
              'Names the row among all that are imported into the form. Each is imported once, for good.',
          }),
          answers: Type.Record(Type.String(), Type.Unknown()),
          submitted_at: Type.Optional({
            ...Timestamp,
            description: 'When the submission was made; now by default. Not in the future.',
          }),
        },
        closed,
      ),
      { minItems: 1, maxItems: mostRows },
    ),
  },
  closed,
);

const ImportedRow = Type.Object({
  id: Type.Optional(Type.String({ description: 'Of the submission.' })),
  replayed: Type.Optional(Type.Boolean({ description: 'Whether an earlier request had imported the row.' })),
  error: Type.Optional(
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      details: Type.Optional(
        Type.Array(
          Type.Object({
            field: Type.Optional(Type.String()),
            path: Type.String(),
            code: Type.String(),
            message: Type.String(),
          }),
        ),
      ),
    }),
  ),
});

const ImportedRows = Type.Object(
  { data: Type.Array(ImportedRow) },
  { description: 'The outcome of each row, in order: its submission, or why it cannot be taken.' },
);

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
    message: 'The submission was made in the future.',
    details: [{ path: '/submitted_at', code: 'out_of_range', message: 'Must not be in the future.' }],
  },
};

/** Imports of submissions that were made elsewhere. */
export const importRoutes =
  (deps: SubmissionDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/forms/:id/imports',
      {
        bodyLimit: submissionBytes,
        schema: {
          summary: 'Import submissions into a form',
          params: ById,
          body: NewImport,
          response: { 200: ImportedRows, default: Failure },
        },
      },
      async (request, reply) => {
        const { id: formId } = request.params;
        const context = await contextFor(request, deps.aggregates, 'form', formId);
        const now = deps.now();
        const submissions = request.body.rows.map(({ key, answers, submitted_at: at }) => ({
          key,
          answers,
          madeAt: (at === undefined ? now : new Date(at)).toISOString(),
        }));
        const imported = await importSubmissions(deps, { formId, submissions }, context);
        if (!imported.ok) throw refused(imported.error);
        const { outcomes, position } = imported.value;
        setLogPosition(reply, position);
        return { data: outcomes.map(rowOf) };
      },
    );
  };
