import Type, { type TObject, type TSchema } from 'typebox';
import type { Scope } from '../../domain/api-key/events.ts';
import type { ErrorCode } from './error-catalogue.ts';
import type { OperatorRole } from './operator-roles.ts';
import type { Tag } from './tags.ts';
import { ById, closed, Failure, NoQuery } from './values.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type RequestHeader = 'Idempotency-Key' | 'If-Match' | 'X-Read-After';
export type ResponseHeader =
  'Content-Disposition' | 'ETag' | 'Idempotency-Replayed' | 'Link' | 'Location' | 'X-Log-Position';

/** A response that is not JSON: its schema by media type. */
interface OtherMedia {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: TSchema }>>;
}

export interface Examples {
  readonly body?: object;
  readonly answers: readonly object[];
  /** The response 202 of an operation that goes on after it. */
  readonly accepted?: object;
}

/** The public API's form of an operation of the admin API: the same within the account of the key. */
interface OwnOperation {
  readonly operationId: string;
  /** Those of the operation if absent; the account of a key always exists, so without its `not_found`. */
  readonly errors?: readonly ErrorCode[];
  readonly examples?: Examples;
  /** The parameters of the path, where it has others than the account. */
  readonly params?: TObject;
}

/** What a resource's file says of an operation. */
export interface OperationDefinition {
  /** The path is below the address of its API, with `/accounts/:id` for an account that the operator names. */
  readonly route: `${Method} /${string}`;
  readonly own?: OwnOperation;
  /** Overrides the tag of the group. */
  readonly tag?: Tag;
  /** The scope that a key needs. */
  readonly scope?: Scope;
  /** Further scopes that a key needs. */
  readonly furtherScopes?: readonly Scope[];
  /** The roles of operators that may use it, although it writes; only `operator` if absent. */
  readonly roles?: readonly OperatorRole[];
  readonly summary: string;
  readonly description: string;
  /** The parameters of a path with others than `id`. */
  readonly params?: TObject;
  /** If absent, every parameter is refused. */
  readonly querystring?: TObject;
  readonly body?: TSchema;
  /** A body that is not JSON, and is read by the route itself: its schema by media type. */
  readonly receives?: OtherMedia['content'];
  /** The successful response by its status. */
  readonly response: Readonly<Record<number, TSchema | OtherMedia>>;
  /** The description of the successful response, where its schema has none. */
  readonly answer?: string;
  /** Request headers beyond `Idempotency-Key` and `X-Read-After`. */
  readonly takes?: readonly RequestHeader[];
  /** Headers of a successful response beyond those of every response. */
  readonly gives?: readonly ResponseHeader[];
  /** Error codes beyond those of every operation, and beyond `not_found` where the path names a resource by its id. */
  readonly errors?: readonly ErrorCode[];
  readonly examples?: Examples;
}

type Api = 'public' | 'admin';

type MethodOf<Route extends string> = Route extends `${infer M extends Method} ${string}` ? M : never;
type PathOf<Route extends string> = Route extends `${Method} ${infer Path}`
  ? `/${string}` extends Path
    ? string
    : Path
  : never;

/** The parameters of a path: of a known one, they are known. */
type ParametersIn<Path extends string> = string extends Path
  ? { readonly params?: TObject }
  : Path extends `${string}/:id${string}`
    ? { readonly params: typeof ById }
    : unknown;

/** An operation, which its route takes as its schema. */
export type Operation<D extends OperationDefinition = OperationDefinition> = Omit<
  D,
  'params' | 'querystring' | 'response' | 'route'
> & {
  readonly method: MethodOf<D['route']>;
  readonly path: PathOf<D['route']>;
  readonly operationId: string;
  readonly api: Api;
  readonly tag: Tag;
  readonly querystring: D extends { readonly querystring: infer Q extends TObject }
    ? Q
    : OperationDefinition extends D
      ? TObject
      : typeof NoQuery;
  readonly response: D['response'] & { readonly default: typeof Failure };
} & (D extends { readonly params: infer P extends TObject }
    ? { readonly params: P }
    : ParametersIn<PathOf<D['route']>>);

/** Defines the operations of a resource in one of the APIs, by their ids. */
export function operations<const D extends Readonly<Record<string, OperationDefinition>>>(
  api: Api,
  tag: Tag,
  definitions: D,
): { readonly [Id in keyof D]: Operation<D[Id]> } {
  const made = Object.entries(definitions).map(([operationId, { route, ...definition }]) => {
    const [method, path = ''] = route.split(' ');
    const hasId = path.includes('/:id');
    return [
      operationId,
      {
        tag,
        ...(hasId && { params: ById }),
        querystring: NoQuery,
        ...definition,
        method,
        path,
        operationId,
        api,
        errors: [...(hasId ? ['not_found'] : []), ...(definition.errors ?? [])],
        response: { ...definition.response, default: Failure },
      },
    ];
  });
  return Object.fromEntries(made) as { readonly [Id in keyof D]: Operation<D[Id]> };
}

/** Returns the scope of an operation that a key lacks; null if it has all of them. */
export const lackedScope = (
  { scope, furtherScopes = [] }: Pick<OperationDefinition, 'scope' | 'furtherScopes'>,
  has: readonly Scope[],
): Scope | null =>
  [...(scope ? [scope] : []), ...furtherScopes].find((needed) => !has.includes(needed)) ?? null;

const ofAccount = '/accounts/:id';

/** The path of an operation in the public API, where the key names the account. */
export const ownPath = (path: string): string =>
  path.startsWith(ofAccount) ? path.slice(ofAccount.length) : path;

/** The tag of an operation of the public API: that of the resource of its scope. */
function tagOf(scope: Scope | undefined): Tag {
  if (scope === 'account:write') return 'account';
  if (scope?.startsWith('forms:')) return 'forms';
  return scope?.startsWith('webhooks:') ? 'webhooks' : 'submissions';
}

/** An operation of the admin API as the public API has it; null if it has none. Copies of read models are for operators. */
export function ownOperation({ own, params, ...operation }: Operation): Operation | null {
  if (!own) return null;
  const { path, querystring, errors = [] } = operation;
  const isOfAccount = path.startsWith(ofAccount);
  const { projection: _, ...parameters } = querystring.properties;
  return {
    ...operation,
    api: 'public',
    path: ownPath(path),
    tag: tagOf(operation.scope),
    querystring: Type.Object(parameters, closed),
    errors: isOfAccount && !own.params ? errors.filter((code) => code !== 'not_found') : errors,
    ...(params && !isOfAccount && { params }),
    ...own,
  };
}

/** The path of an operation below the address of the service. */
export const addressOf = ({ api, path }: Pick<Operation, 'api' | 'path'>): string => `/api/${api}/v1${path}`;

/** The operation that a route takes as its schema; null for any other schema. */
export const operationIn = (schema: object | undefined): Operation | null =>
  schema && 'operationId' in schema && 'api' in schema ? (schema as Operation) : null;
