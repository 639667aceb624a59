import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { importSubmissions, type ImportOutcome } from '../../../commands/import-submissions.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { ApiError, invalidRequest, refused } from '../../errors/errors.ts';
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
  const { code, message } = refused(reason);
  const details = reason.code === 'invalid_request' ? reason.problems : [];
  return { error: { code, message, ...(details.length > 0 && { details: [...details] }) } };
}

const errorOf = ({ code, message }: ApiError): Static<typeof ImportedRow> => ({ error: { code, message } });

/** How far the clock of a client may be ahead, in ms. */
const clockSkewMs = 60_000;

/** Imports of submissions that were made elsewhere. */
export const importRoutes =
  (deps: ApiDeps): FastifyPluginAsyncTypebox =>
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
        const problems = request.body.rows.flatMap(({ submitted_at: at }, index) =>
          at !== undefined && Date.parse(at) > now.getTime() + clockSkewMs
            ? [
                {
                  path: `/rows/${index}/submitted_at`,
                  code: 'out_of_range' as const,
                  message: 'Must not be in the future.',
                },
              ]
            : [],
        );
        if (problems.length > 0) throw invalidRequest('Some times are in the future.', problems);
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
