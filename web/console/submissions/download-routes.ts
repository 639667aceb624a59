import { contextFor } from '../../../api/auth/owners.ts';
import type { Format } from '../../../api/contract/submissions/exports.ts';
import { ById } from '../../../api/contract/values.ts';
import { sendSubmissions } from '../../../api/exports/downloads.ts';
import { fileLinks } from '../../../api/requests/file-links.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { AnyDownload, downloadAddress, DownloadQuery, optionsIn } from './download.tsx';
import { filtersIn, indexedFilters, otherFilters } from './filters.ts';

/** The download of a form's submissions, as the list shows them. */
export function downloadRoutes(
  app: Routes,
  deps: Pick<
    WebDeps,
    'aggregates' | 'contents' | 'fileLinkKeys' | 'log' | 'now' | 'publicUrl' | 'queries' | 'requireClean'
  >,
): void {
  const { queries, aggregates, now } = deps;
  const config = { scope: 'submissions:read' } as const;

  for (const format of ['csv', 'xlsx', 'ndjson', 'zip'] as const satisfies (Format | 'zip')[])
    app.get(
      `/console/forms/:id/submissions.${format}`,
      { config, schema: { params: ById, querystring: DownloadQuery } },
      async (request, reply) => {
        const { id: formId } = request.params;
        const { accountId } = await contextFor(request, aggregates, 'form', formId);
        const filters = filtersIn(request.query);
        const options = optionsIn(request.query);
        const isArchive = format === 'zip';
        const selected = {
          queries: queries.submissions,
          accountId,
          formId,
          ...indexedFilters(filters, now()),
          matches: otherFilters(filters) ?? undefined,
          // As in the list, which shows them, too.
          withIncomplete: true,
          linkOf: fileLinks(deps, request),
        };
        return sendSubmissions(reply, deps, isArchive ? 'csv' : format, options, selected, isArchive);
      },
    );

  app.get(
    '/console/forms/:id/submissions',
    { config, schema: { params: ById, querystring: AnyDownload } },
    async (request, reply) => {
      const { id: formId } = request.params;
      await contextFor(request, aggregates, 'form', formId);
      return reply.redirect(downloadAddress(formId, request.query), 303);
    },
  );
}
