import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKeyOf } from '../../commands/api-key/api-key.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { ApiDeps, OperatorToken } from '../api-deps.ts';
import type { OperatorRole } from '../contract/operator-roles.ts';
import { ApiError } from '../errors/errors.ts';
import type { Rates } from '../limits/rates.ts';
import { contextOf } from '../requests/requests.ts';
import { bearerOf } from './authentication.ts';

declare module 'fastify' {
  interface FastifyRequest {
    operator: Pick<OperatorToken, 'id' | 'role'> | null;
  }
  interface FastifyContextConfig {
    /** The roles that may call a route that writes; only `operator` if not set. */
    mayWrite?: readonly OperatorRole[];
  }
}

export const readingMethods: readonly string[] = ['GET', 'HEAD'];

/** Authenticates a request of the admin API by its token; roles other than `operator` may only read. */
export function authorize(deps: Pick<ApiDeps, 'operatorTokens'>, rates: Rates) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = bearerOf(request.headers.authorization ?? '');
    const operator = token === null ? undefined : operatorOf(deps, token);
    if (!operator) {
      rates.countAddress(reply, request.ip);
      throw new ApiError(token === null ? 'missing_key' : 'invalid_key');
    }
    request.operator = operator;
    const { mayWrite = ['operator'] } = request.routeOptions.config;
    if (!mayWrite.includes(operator.role) && !readingMethods.includes(request.method)) {
      rates.setOperatorHeaders(reply, operator.id);
      throw new ApiError('insufficient_scope', {
        message: `This request requires the role ${mayWrite.join(' or ')}.`,
      });
    }
    await rates.countOperator(reply, operator.id);
  };
}

/** Compares with every token, so that timing does not reveal which token matched. */
export const operatorOf = (
  { operatorTokens }: Pick<ApiDeps, 'operatorTokens'>,
  token: string,
): OperatorToken | undefined => operatorTokens.filter(({ sha256 }) => isKeyOf(sha256, token))[0];

/** The context of the events that an operator's request appends. */
export function operatorContext(request: FastifyRequest, accountId: string): CommandContext {
  if (!request.operator) throw new Error('an admin route was not behind authorization');
  return contextOf(request, accountId, { kind: 'operator', id: request.operator.id });
}
