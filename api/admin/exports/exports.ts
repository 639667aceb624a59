import { Readable } from 'node:stream';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { exportFormats, exportOperations } from '../../contract/submissions/exports.ts';
import { wrongTogether } from '../../errors/errors.ts';
import { sendSubmissions } from '../../exports/downloads.ts';
import { inChunks } from '../../exports/in-chunks.ts';
import type { Mount } from '../../mount.ts';
import { queriesFor } from '../../requests/copies.ts';
import { fileLinks } from '../../requests/file-links.ts';
import { readAfter } from '../../requests/requests.ts';
import { conditionOf } from '../../requests/submission-conditions.ts';
import { rangeOf } from '../../requests/timestamps.ts';
import { erasedStreams } from './erased-streams.ts';
import { exportEvents } from './export-events.ts';

/** Downloads of any length, streamed: nothing of them is held longer than it takes to send. */
export function exportRoutes(
  api: Mount,
  deps: Pick<
    ApiDeps,
    | 'aggregates'
    | 'contents'
    | 'documents'
    | 'fileLinkKeys'
    | 'log'
    | 'now'
    | 'progress'
    | 'publicUrl'
    | 'queries'
    | 'requireClean'
  >,
): void {
  api.route(exportOperations.exportEvents, async (request, reply) => {
    // Reads the log itself; the read models only say which submissions are erased.
    const { account_id: accountId } = request.query;
    // A mistyped account would otherwise get a complete export of nothing.
    if (accountId !== undefined) await contextFor(request, deps.aggregates, 'account', accountId);
    await readAfter(request, deps.progress, ['erasures']);
    const lines = await exportEvents(deps.log, await erasedStreams(deps), request.query);
    return reply.type(exportFormats.ndjson).send(Readable.from(inChunks(lines)));
  });

  api.route(exportOperations.exportSubmissions, async (request, reply) => {
    const { id: formId } = request.params;
    const {
      format = 'ndjson',
      since,
      until,
      with_incomplete: withIncomplete,
      with_files: withFiles,
      search,
      answer,
      projection,
      ...rest
    } = request.query;
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
      linkOf: fileLinks(deps, request),
      ...rangeOf({ since, until }),
      withIncomplete,
      matches: conditionOf({ search, answer }) ?? undefined,
      // A copy stands still: what was erased since is taken from it with the files.
      ...(projection !== undefined && { without: await deps.queries.erasures.ids() }),
      ...(id !== undefined && at !== undefined && { after: { id, at: new Date(at).toISOString() } }),
    };
    return sendSubmissions(reply, deps, format, options, exported, withFiles);
  });
}
