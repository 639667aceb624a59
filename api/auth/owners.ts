import type { FastifyRequest } from 'fastify';
import { account } from '../../domain/account/decider.ts';
import { apiKey } from '../../domain/api-key/decider.ts';
import { delivery } from '../../domain/delivery/decider.ts';
import { destination } from '../../domain/destination/decider.ts';
import { form } from '../../domain/form/decider.ts';
import { recovery } from '../../domain/recovery/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { Aggregates, CommandContext } from '../../log/aggregates.ts';
import { StreamErased } from '../../log/log-errors.ts';
import { ApiError } from '../errors/errors.ts';
import { contextOf } from '../requests/requests.ts';
import type { Caller } from './authentication.ts';
import { operatorContext } from './operators.ts';

/** The account that owns a resource. Ownership never changes, so a cached state of any age is good enough. */
const ownerOf = {
  account: async (aggregates: Aggregates, id: string) => {
    const { state } = await aggregates.load(account, streamOf.account(id), Infinity);
    return state.exists ? state.accountId : null;
  },
  key: async (aggregates: Aggregates, id: string) => {
    const { state } = await aggregates.load(apiKey, streamOf.apiKey(id), Infinity);
    return state.exists ? state.accountId : null;
  },
  form: async (aggregates: Aggregates, id: string) => {
    const { state } = await aggregates.load(form, streamOf.form(id), Infinity);
    return state.exists ? state.accountId : null;
  },
  submission: async (aggregates: Aggregates, id: string) => {
    const { state } = await aggregates.load(submission, streamOf.submission(id), Infinity);
    return state.exists ? state.created.accountId : null;
  },
  destination: async (aggregates: Aggregates, id: string) => {
    const { state } = await aggregates.load(destination, streamOf.destination(id), Infinity);
    return state.exists ? state.accountId : null;
  },
  delivery: async (aggregates: Aggregates, id: string) => {
    const { state } = await aggregates.load(delivery, streamOf.delivery(id), Infinity);
    return state.exists ? state.subject.accountId : null;
  },
  recovery: async (aggregates: Aggregates, id: string) => {
    const { state } = await aggregates.load(recovery, streamOf.recovery(id), Infinity);
    return state.exists && state.action === 'send' ? state.accountId : null;
  },
  cancellation: async (aggregates: Aggregates, id: string) => {
    const { state } = await aggregates.load(recovery, streamOf.recovery(id), Infinity);
    return state.exists && state.action === 'cancel' ? state.accountId : null;
  },
} as const;

/**
 * The context of a command on a resource: by an operator, or by a key of the account that owns the resource.
 * @throws ApiError `not_found`, also for a resource of another account, and for a key when the log no longer holds the
 * resource: nothing says whose it was; StreamErased for an operator then
 */
export async function contextFor(
  request: FastifyRequest,
  aggregates: Aggregates,
  kind: keyof typeof ownerOf,
  id: string,
): Promise<CommandContext> {
  const { caller } = request;
  const accountId = await ownerOf[kind](aggregates, id).catch((error: unknown) => {
    if (caller && error instanceof StreamErased) return null;
    throw error;
  });
  if (accountId === null || (caller && caller.accountId !== accountId))
    throw new ApiError('not_found', { message: `The ${kind} ${id} does not exist.` });
  return caller ? keyContext(request, caller) : operatorContext(request, accountId);
}

/** The context of the events that a request with a key appends. */
export const keyContext = (request: FastifyRequest, { accountId, keyId }: Caller): CommandContext =>
  contextOf(request, accountId, { kind: 'key', id: keyId });

/** The account whose resources a request may read; null for all accounts, as operators may. */
export const readableBy = ({ caller }: FastifyRequest): string | null => caller?.accountId ?? null;
