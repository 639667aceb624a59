import Type from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { sendSubmissions } from '../../../api/exports/downloads.ts';
import { fileLinks } from '../../../api/requests/file-links.ts';
import { readByIds } from '../../../api/requests/selected-submissions.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { chosenIds, SelectionQuery } from './selection.ts';

const ChosenQuery = Type.Object({
  id: SelectionQuery.properties.id,
  format: Type.Enum(['csv', 'xlsx', 'ndjson', 'zip']),
});

/** The download of the rows that were chosen in a list. */
export function chosenDownload(
  app: Routes,
  deps: Pick<
    WebDeps,
    'aggregates' | 'contents' | 'fileLinkKeys' | 'log' | 'now' | 'publicUrl' | 'queries' | 'requireClean'
  >,
): void {
  const { aggregates, queries } = deps;
  app.get(
    '/console/forms/:id/submissions/chosen',
    { config: { scope: 'submissions:read' }, schema: { params: ById, querystring: ChosenQuery } },
    async (request, reply) => {
      const { id: formId } = request.params;
      const { accountId } = await contextFor(request, aggregates, 'form', formId);
      const { id, format } = request.query;
      const ids = chosenIds({ chosen: 'yes', id });
      const chosen = {
        ...queries.submissions,
        oldestFirst: async () => ({
          items: await readByIds(queries.submissions, { accountId, formId, ids }),
          next: null,
        }),
      };
      const selected = {
        queries: chosen,
        accountId,
        formId,
        withIncomplete: true,
        linkOf: fileLinks(deps, request),
      };
      const isArchive = format === 'zip';
      return sendSubmissions(reply, deps, isArchive ? 'csv' : format, {}, selected, isArchive);
    },
  );
}
