import type { FastifyRequest } from 'fastify';
import { Empty } from '../../parts/empty.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { visitorIn } from '../session/visitor.ts';

/** Whether the visitor may create forms in an account that has none. */
export async function lacksForms(
  { queries }: Pick<WebDeps, 'queries'>,
  request: FastifyRequest,
): Promise<boolean> {
  const { accountId, canRead, hasScope } = visitorIn(request);
  if (accountId === null || !canRead('forms:read') || !hasScope('forms:write')) return false;
  return (await queries.forms.list(accountId, { limit: 1 })).items.length === 0;
}

/** The first step of a person whose account is new. */
export const FirstForm = () => (
  <Empty title="Create your first form">
    <p>Give it questions and publish it: it has an address of its own, and its answers arrive here.</p>
    <a role="button" href="/console/forms/new">
      Create a form
    </a>
  </Empty>
);
