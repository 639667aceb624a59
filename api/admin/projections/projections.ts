import { withoutErasing } from '../../../projections/queries/open-erasures.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { projectionOperations } from '../../contract/projections/projections.ts';
import { defaultLimit } from '../../contract/values.ts';
import { notFound } from '../../errors/projection-refusals.ts';
import type { Mount } from '../../mount.ts';
import type { Paging } from '../../requests/paging.ts';
import { readAfter } from '../../requests/requests.ts';
import { projectionOf } from '../../responses/projections.ts';
import { openStatuses } from './build-status.ts';

/** Read models, for analysts. Every operator role may read. */
export function projectionRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'documents' | 'progress' | 'projections' | 'queries'>,
  paging: Paging,
): void {
  const { projections, documents, progress, queries } = deps;
  /** The read models that a read waits for: copies do not change. */
  const modelOf = (name: string) => projections.names.filter((one) => one === name);

  const { statusOf } = openStatuses({ projections });

  api.route(projectionOperations.listProjections, async (request) => {
    await readAfter(request, progress, projections.names);
    const data = (await projections.status()).map(projectionOf);
    return { data, count: data.length };
  });

  api.route(projectionOperations.readProjection, async (request) => {
    await readAfter(request, progress, modelOf(request.params.id));
    return statusOf(request.params.id);
  });

  api.route(projectionOperations.listDocuments, async (request, reply) => {
    const { id: name } = request.params;
    const model = modelOf(name);
    await readAfter(request, progress, model.length > 0 ? model : ['erasures']);
    const { limit = defaultLimit, cursor, account_id: accountId, id } = request.query;
    const binding = ['documents', name, accountId ?? null, id ?? null];
    const page = await documents.list(name, { limit, accountId, id, ...paging.after(binding, cursor) });
    if (!page) throw notFound(name);
    if (page.of === 'erasures') return paging.reply(request, reply, binding, page, (document) => document);
    // A copy is static, and a model keeps deliveries of an erased submission until they are erased themselves.
    const erased = await queries.erasures.among(page.items.flatMap(idsIn));
    const left = page.items.filter((one) => !idsIn(one).some((each) => erased.has(each)));
    const items = await withoutErasingDocuments(deps.aggregates, left);
    return paging.reply(request, reply, binding, { ...page, items }, (document) => document);
  });
}

/** Leaves out documents of submissions that are being erased, and of their deliveries. */
async function withoutErasingDocuments<T extends StoredDocument>(
  aggregates: ApiDeps['aggregates'],
  documents: readonly T[],
): Promise<readonly T[]> {
  const owned = documents.flatMap(({ id, account_id: accountId, submission_id: about }) =>
    typeof accountId === 'string'
      ? [{ id, account_id: accountId, submissionId: typeof about === 'string' ? about : id }]
      : [],
  );
  const shown = await withoutErasing(aggregates, owned, ({ submissionId }) => submissionId);
  const hidden = new Set(owned.filter((one) => !shown.includes(one)).map(({ id }) => id));
  return documents.filter(({ id }) => !hidden.has(id));
}

type StoredDocument = Readonly<{ id: string; account_id?: unknown; submission_id?: unknown }>;

/** The ids of the submission and the delivery that a document may be about. */
function idsIn(document: StoredDocument): string[] {
  const { id, submission_id: submissionId } = document;
  return typeof submissionId === 'string' ? [id, submissionId] : [id];
}
