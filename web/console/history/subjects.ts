import type { FastifyRequest } from 'fastify';
import { requireAnswers } from '../../../api/auth/answers.ts';
import { contextFor, contextForDelivery, readableBy } from '../../../api/auth/owners.ts';
import { refuseErased } from '../../../api/requests/erased.ts';
import type { Scope } from '../../../domain/api-key/events.ts';
import type { HistoryKind } from '../../../projections/queries/history.ts';
import type { WebDeps } from '../../web-deps.ts';

/** The things that have a history: their kind in the log's terms, their page, and the scope that a key needs. */
export const subjects = {
  form: { kind: 'forms', page: '/console/forms/', scope: 'forms:read' },
  submission: { kind: 'submissions', page: '/console/submissions/', scope: 'submissions:read' },
  destination: { kind: 'destinations', page: '/console/destinations/', scope: 'webhooks:read' },
  delivery: { kind: 'deliveries', page: '/console/deliveries/', scope: 'webhooks:read' },
  account: { kind: 'accounts', page: '/console/accounts/', scope: null },
} as const satisfies Record<string, { kind: HistoryKind; page: string; scope: Scope | null }>;

export const subjectNames = ['form', 'submission', 'destination', 'delivery', 'account'] as const;
export type SubjectName = (typeof subjectNames)[number];

/**
 * Returns the account that owns a thing, if the visitor may see its history.
 * @throws ApiError `not_found`, `erased`, `insufficient_scope`
 */
export async function ownerOfSubject(
  deps: Pick<WebDeps, 'aggregates' | 'deliveries' | 'queries'>,
  request: FastifyRequest,
  name: SubjectName,
  id: string,
): Promise<string> {
  // Attempts hold what receivers responded.
  if (name === 'delivery') requireAnswers(request);
  if (name === 'submission' || name === 'delivery') await refuseErased(deps, name, id, readableBy(request));
  const { accountId } = await (name === 'delivery'
    ? contextForDelivery(request, deps.deliveries, id)
    : contextFor(request, deps.aggregates, name, id));
  return accountId;
}
