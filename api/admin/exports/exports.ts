import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { wrongTogether } from '../../errors/errors.ts';
import { DownloadOptions, formats, sendSubmissions } from '../../exports/downloads.ts';
import { inChunks } from '../../exports/in-chunks.ts';
import { ofCopy, queriesFor } from '../../requests/copies.ts';
import { readAfter } from '../../requests/requests.ts';
import { ById, closed, Failure, Id, Since, Until } from '../../requests/schemas.ts';
import { endOfRange } from '../../requests/timestamps.ts';
import { erasedStreams } from './erased-streams.ts';
import { EventsQuery, exportEvents } from './export-events.ts';

const SubmissionsQuery = Type.Object(
  {
    format: Type.Optional(Type.Enum(['ndjson', 'csv', 'xlsx'], { default: 'ndjson' })),
    ...DownloadOptions.properties,
    since: Type.Optional(Since),
    until: Type.Optional(Until),
    ...ofCopy,
    after_id: Type.Optional(Id),
    after_submitted_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'The submitted_at of the last row received; goes with after_id.',
      }),
    ),
  },
  closed,
);

const Download = Type.Unsafe<Readable>(Type.String());

const toTimestamp = (moment: string | undefined) => moment && endOfRange(moment);

/** Downloads of any length, streamed: nothing of them is held longer than it takes to send. */
export const exportRoutes =
  (
    deps: Pick<ApiDeps, 'aggregates' | 'documents' | 'log' | 'progress' | 'queries'>,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/exports/events',
      {
        schema: {
          summary: 'Download events, in a chain of hashes',
          querystring: EventsQuery,
          response: {
            200: {
              description: 'A header line, a line for each event, and a closing line.',
              content: { [formats.ndjson]: { schema: Download } },
            },
            default: Failure,
          },
        },
      },
      async (request, reply) => {
        // Reads the log itself; the read models only say which submissions are erased.
        const { account_id: accountId } = request.query;
        // A mistyped account would otherwise get a complete export of nothing.
        if (accountId !== undefined) await contextFor(request, deps.aggregates, 'account', accountId);
        await readAfter(request, deps.progress, ['erasures']);
        const lines = await exportEvents(deps.log, await erasedStreams(deps), request.query);
        return reply.type(formats.ndjson).send(Readable.from(inChunks(lines)));
      },
    );

    app.get(
      '/forms/:id/exports/submissions',
      {
        schema: {
          summary: 'Download the submissions to a form, oldest first',
          params: ById,
          querystring: SubmissionsQuery,
          response: {
            200: {
              description:
                'A line for each submission; as a table, a row of headings and a row for each submission.',
              content: Object.fromEntries(
                Object.values(formats).map((type) => [type, { schema: Download }] as const),
              ),
            },
            default: Failure,
          },
        },
      },
      async (request, reply) => {
        const { id: formId } = request.params;
        const { format = 'ndjson', since, until, projection, ...rest } = request.query;
        const { after_id: id, after_submitted_at: at, ...options } = rest;
        if ((id === undefined) !== (at === undefined))
          throw wrongTogether('after_id and after_submitted_at must be given together.', [
            'after_id',
            'after_submitted_at',
          ]);
        const queries = await queriesFor(deps, request, 'submissions', projection, ['erasures']);
        const { accountId } = await contextFor(request, deps.aggregates, 'form', formId);
        const exported = {
          queries,
          accountId,
          formId,
          since: toTimestamp(since),
          until: toTimestamp(until),
          // A copy stands still: what was erased since is taken from it with the files.
          ...(projection !== undefined && { without: await deps.queries.erasures.ids() }),
          ...(id !== undefined && at !== undefined && { after: { id, at: new Date(at).toISOString() } }),
        };
        return sendSubmissions(reply, deps, format, options, exported);
      },
    );
  };
