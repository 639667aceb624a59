import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../../commands/refusal.ts';
import { pointer } from '../../domain/check.ts';
import type { Actor } from '../../domain/event.ts';
import type { Result } from '../../domain/result.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError, invalidHeader, invalidRequest, valueOf } from '../errors/errors.ts';
import { hostOf } from '../http/host.ts';

const traceContext = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The context of the events that a request appends. */
export function contextOf(request: FastifyRequest, accountId: string, actor: Actor): CommandContext {
  const { traceparent } = request.headers;
  // Its stored response is erased with the account.
  if (request.repeatable && accountId !== '') request.repeatable.accountId = accountId;
  return {
    accountId,
    actor,
    correlationId: request.id,
    causationId: request.id,
    ...(request.repeatable && { requestKey: request.repeatable.requestKey }),
    ...(typeof traceparent === 'string' && traceContext.test(traceparent) && { traceparent }),
  };
}

/** Tells where in the log a write is, for `X-Read-After`. */
export function setLogPosition(reply: FastifyReply, position: bigint | null): void {
  if (position !== null) reply.header('x-log-position', String(position));
}

/** A write that succeeded. */
interface Committed {
  /** The end of the write in the log; null if it appended nothing. */
  readonly position: bigint | null;
  /** Whether an earlier request with the same `Idempotency-Key` made it. */
  readonly replayed?: boolean;
}

/** The outcome of a command, whose place in the log the answer tells. @throws ApiError if it was refused */
export function committed<T extends Committed>(reply: FastifyReply, result: Result<T, Refusal>): T {
  const outcome = valueOf(result);
  setLogPosition(reply, outcome.position);
  if (outcome.replayed) reply.header('idempotency-replayed', 'true');
  return outcome;
}

const readAfterLimitMs = 2_000;

/**
 * Waits until the read models have been complete once, and have reached the position of `X-Read-After` if the request
 * has that header.
 * @throws ApiError `read_model_behind` after two seconds
 */
export async function readAfter(
  request: FastifyRequest,
  progress: ApiDeps['progress'],
  models: readonly string[],
): Promise<void> {
  await untilComplete(progress, models);
  const header = request.headers['x-read-after'];
  if (header === undefined) return;
  if (typeof header !== 'string' || !/^\d{1,19}$/.test(header))
    throw invalidHeader('X-Read-After', 'must be an X-Log-Position value.');
  if (!(await progress.waitFor(models, BigInt(header), readAfterLimitMs)))
    throw new ApiError('read_model_behind');
}

/**
 * Waits until the read models have been complete once.
 * @throws ApiError `read_model_behind` after two seconds
 */
export async function untilComplete(
  progress: Pick<ApiDeps['progress'], 'untilComplete'>,
  models: readonly string[],
): Promise<void> {
  const percent = await progress.untilComplete(models, readAfterLimitMs);
  if (percent !== null)
    throw new ApiError('read_model_behind', {
      message: `The read model is being built from the log: ${percent} %.`,
      details: { built_percent: percent },
    });
}

/**
 * The `Idempotency-Key` of a request, as an option for a command.
 * @throws ApiError `invalid_request` for an invalid key, and for several keys, which would be ambiguous
 */
export function idempotencyOf({ headers, raw }: FastifyRequest): { readonly idempotencyKey?: string } {
  const key = headers['idempotency-key'];
  if (key === undefined) return {};
  if (raw.rawHeaders.filter(isIdempotencyKey).length > 1)
    throw invalidHeader('Idempotency-Key', 'must be given once.');
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key))
    throw invalidHeader('Idempotency-Key', 'must have 1 to 255 printable ASCII characters.');
  return { idempotencyKey: key };
}

const isIdempotencyKey = (text: string, index: number): boolean =>
  index % 2 === 0 && text.toLowerCase() === 'idempotency-key';

/**
 * Refuses other parameters beside an id.
 * @throws ApiError `invalid_request`, with the name of every other parameter
 */
export function refuseOtherParameters(id: string, query: Readonly<Record<string, unknown>>): void {
  const others = Object.keys(query).filter((name) => name !== id);
  if (others.length > 0)
    throw invalidRequest(
      `${id} cannot be combined with other parameters.`,
      others.map((name) => ({
        path: pointer(name),
        code: 'unknown_field',
        message: `Cannot be combined with ${id}.`,
      })),
      'query',
    );
}

/**
 * The revisions that `If-Match` names; empty if any revision matches. A weak tag never matches.
 * @throws ApiError `invalid_request` unless the header is a list of entity tags
 */
export function ifMatchOf({ headers }: FastifyRequest): { readonly onlyAt?: readonly number[] } {
  const header = headers['if-match']?.trim();
  if (header === undefined || header === '*') return {};
  const tags = [...header.matchAll(entityTag)];
  const elements = header
    .replaceAll(entityTag, '"')
    .split(',')
    .flatMap((element) => element.trim() || []);
  const isList = elements.length > 0 && elements.every((element) => element === '"');
  if (!isList || elements.length !== tags.length)
    throw invalidHeader('If-Match', 'must be a list of entity tags.');
  return {
    onlyAt: tags.flatMap(([tag]) => (/^"(0|[1-9]\d*)"$/.test(tag) ? Number(tag.slice(1, -1)) : [])),
  };
}

const entityTag = /(?:W\/)?"[^"]*"/g;

export const etagOf = (revision: number): string => `"${revision}"`;

/** The public base URL of the service, without a trailing slash. */
export const addressOf = ({ publicUrl }: Pick<ApiDeps, 'publicUrl'>, request: FastifyRequest): string =>
  (publicUrl ?? `${request.protocol}://${hostOf(request)}`).replace(/\/+$/, '');
