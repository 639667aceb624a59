import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  ContextConfigDefault,
  FastifyContextConfig,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { Aggregates, CommandContext } from '../log/aggregates.ts';
import { callerOf } from './auth/authentication.ts';
import { callerContext, contextFor } from './auth/owners.ts';
import { type Operation, operationIn, ownOperation, ownPath } from './contract/operation.ts';
import { Id } from './contract/values.ts';

/** Answers an operation. The reply has the status of success already. */
type Handler<O extends Operation> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
  ContextConfigDefault,
  O,
  TypeBoxTypeProvider
>;

/** Settings of a route that are no part of the contract. */
interface RouteSettings extends Pick<FastifyContextConfig, 'findsRepeats' | 'shownOnce' | 'transfersFile'> {
  /** The most bytes of a body; absent for the usual limit. */
  readonly bodyLimit?: number;
  /** Prepares a body before it is validated; undefined for a request without one. */
  readonly prepareBody?: (body: unknown) => unknown;
}

/** One of the two APIs, as its routes see it. */
export interface Mount {
  /** The path of the API, such as `/api/admin/v1`. */
  readonly prefix: string;
  /** Adds the route of an operation: the contract has its method, path, schemas and status. */
  route<O extends Operation>(operation: O, handler: Handler<O>, settings?: RouteSettings): void;
  /** The context of a request that concerns an account. @throws ApiError `not_found` */
  contextOfAccount(request: FastifyRequest): Promise<CommandContext>;
}

/** For a body whose members are all optional, as the body itself is then. */
export const optionalBody = (body: unknown = {}): unknown => body;

function addRoute<O extends Operation>(
  app: FastifyInstance,
  operation: O,
  url: string,
  handler: Handler<O>,
  { bodyLimit, prepareBody, ...config }: RouteSettings = {},
): void {
  const [status] = Object.keys(operation.response);
  app.withTypeProvider<TypeBoxTypeProvider>().route<RouteGenericInterface, ContextConfigDefault, O>({
    method: operation.method,
    url,
    schema: operation,
    config: { ...config, ...(operation.roles && { mayWrite: operation.roles }) },
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(prepareBody && {
      preValidation: async (request: FastifyRequest) => {
        request.body = prepareBody(request.body);
      },
    }),
    preHandler: (_, reply, done) => {
      reply.code(Number(status));
      done();
    },
    handler,
  });
}

/** Paths may name something of the account, too. */
const OfAccount = Type.Object({ id: Id });

/** The admin API, whose paths name the account. */
export const adminMount = (app: FastifyInstance, aggregates: Aggregates): Mount => ({
  prefix: app.prefix,
  route: (operation, handler, settings) => addRoute(app, operation, operation.path, handler, settings),
  contextOfAccount: (request) =>
    contextFor(request, aggregates, 'account', Value.Parse(OfAccount, request.params).id),
});

/** The public API, whose keys belong to an account. Operations of the admin API are those of the key's account there. */
export function publicMount(app: FastifyInstance): Mount {
  app.addHook('onRoute', (route) => {
    const operation = operationIn(route.schema);
    const own = operation && ownOperation(operation);
    if (own) route.schema = own;
  });
  return {
    prefix: app.prefix,
    route: (operation, handler, settings) =>
      addRoute(app, operation, ownPath(operation.path), handler, settings),
    contextOfAccount: async (request) => callerContext(request, callerOf(request)),
  };
}
