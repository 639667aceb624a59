import type { FastifyRequest } from 'fastify';
import type { Aggregates, CommandContext } from '../../log/aggregates.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { PlannedDeliveries } from '../../log/planned-deliveries.ts';
import { isClosed } from '../../projections/queries/closed-accounts.ts';
import { ownerOf, ownerOfDelivery } from '../../projections/queries/owners.ts';
import { accountClosed, ApiError } from '../errors/errors.ts';
import { contextOf } from '../requests/requests.ts';
import type { Caller } from './authentication.ts';
import { operatorContext, readingMethods } from './operators.ts';

/**
 * The context of a command on a resource: by an operator, or by a key or a member of the account that owns the resource. An
 * account that was closed is not changed any more.
 * @throws ApiError `conflict` for a change in a closed account, `not_found`, also for a resource of another account, and for a key when the log no longer holds the
 * resource: nothing says whose it was; StreamErased for an operator then
 */
export async function contextFor(
  request: FastifyRequest,
  aggregates: Aggregates,
  kind: keyof typeof ownerOf,
  id: string,
): Promise<CommandContext> {
  const context = await contextForOwner(request, kind, id, ownerOf[kind](aggregates, id));
  // The keys of a closed account are refused already.
  const mayChange = !request.caller && !readingMethods.includes(request.method);
  if (mayChange && (await isClosed(aggregates, context.accountId))) throw accountClosed();
  return context;
}

/** The context of a command on a delivery, as `contextFor`. */
export const contextForDelivery = (
  request: FastifyRequest,
  deliveries: PlannedDeliveries,
  id: string,
): Promise<CommandContext> => contextForOwner(request, 'delivery', id, ownerOfDelivery(deliveries, id));

async function contextForOwner(
  request: FastifyRequest,
  kind: string,
  id: string,
  owner: Promise<string | null>,
): Promise<CommandContext> {
  const { caller } = request;
  const accountId = await owner.catch((error: unknown) => {
    if (caller && error instanceof StreamErased) return null;
    throw error;
  });
  if (accountId === null || (caller && caller.accountId !== accountId))
    throw new ApiError('not_found', { message: `The ${kind} ${id} does not exist.` });
  return caller ? callerContext(request, caller) : operatorContext(request, accountId);
}

/** The context of the events that a request of a key or a member appends. */
export const callerContext = (request: FastifyRequest, { accountId, actor }: Caller): CommandContext =>
  contextOf(request, accountId, actor);

/** The account whose resources a request may read; null for all accounts, as operators may. */
export const readableBy = ({ caller }: FastifyRequest): string | null => caller?.accountId ?? null;
