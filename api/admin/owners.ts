import type { FastifyRequest } from 'fastify';
import { account } from '../../domain/account/decider.ts';
import { apiKey } from '../../domain/api-key/decider.ts';
import { delivery } from '../../domain/delivery/decider.ts';
import { destination } from '../../domain/destination/decider.ts';
import { form } from '../../domain/form/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { recovery } from '../../domain/recovery/decider.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { Aggregates, CommandContext } from '../../log/aggregates.ts';
import { ApiError } from '../errors/errors.ts';
import { operatorContext } from '../auth/operators.ts';

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
    return state.exists ? state.accountId : null;
  },
} as const;

/** The context of an operator's command on a resource. @throws ApiError `not_found` */
export async function contextFor(
  request: FastifyRequest,
  aggregates: Aggregates,
  kind: keyof typeof ownerOf,
  id: string,
): Promise<CommandContext> {
  const accountId = await ownerOf[kind](aggregates, id);
  if (accountId === null) throw new ApiError('not_found', { message: `The ${kind} ${id} does not exist.` });
  return operatorContext(request, accountId);
}
