import fc from 'fast-check';
import { type Json, part, resolved } from '../support/json-schema.ts';
import { type Operation, placed, textOf } from '../support/operations.ts';
import { framing, render } from './framing.ts';
import { valueOf } from './from-schema.ts';
import type { FuzzRequest, FuzzTargets } from './fuzz-request.ts';
import { brokenJson, hostileText, mutated } from './hostile.ts';
import {
  contentType,
  escaped,
  type Headers,
  hostileQuery,
  hostileSegment,
  oddHeaders,
  rarely,
} from './request-parts.ts';

function bodyOf(
  { document, ids }: FuzzTargets,
  { bodySchema, example, method }: Operation,
): fc.Arbitrary<Buffer | null> {
  if (bodySchema === null && method === 'GET')
    return rarely<Buffer | null>(fc.constant(Buffer.from('{}')), null);
  const known = mutated(example ?? {});
  const made = valueOf(resolved(document, bodySchema));
  const withIds = (value: Json): Json =>
    value !== null && typeof value === 'object' && !Array.isArray(value) && 'form_id' in value
      ? { ...value, form_id: ids['forms'] ?? '' }
      : value;
  const value = fc.oneof(fc.constant(example ?? {}), known, made.map(withIds), made.chain(mutated));
  return fc.oneof(
    { weight: 6, arbitrary: value.map((each) => Buffer.from(JSON.stringify(each))) },
    { weight: 2, arbitrary: value.chain((each) => brokenJson(JSON.stringify(each))) },
    { weight: bodySchema === null ? 20 : 1, arbitrary: fc.constant(null) },
  );
}

function queryOf({ document }: FuzzTargets, { parameters }: Operation): fc.Arbitrary<string> {
  const pairs = parameters
    .filter((parameter) => part(parameter, 'in') === 'query')
    .map((parameter) =>
      fc
        .oneof(valueOf(resolved(document, part(parameter, 'schema'))), hostileText)
        .map(
          (value) =>
            `${textOf(part(parameter, 'name'))}=${escaped(typeof value === 'string' ? value : JSON.stringify(value))}`,
        ),
    );
  const fitting = pairs.length === 0 ? fc.constant('') : fc.oneof(...pairs);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    { weight: 4, arbitrary: fitting },
    {
      weight: 2,
      arbitrary: fc.array(fc.oneof(fitting, hostileQuery), { maxLength: 3 }).map((all) => all.join('&')),
    },
  );
}

/** Requests of an operation, of its right form in most parts. */
export function operationRequest(targets: FuzzTargets, operation: Operation): fc.Arbitrary<FuzzRequest> {
  const isAdmin = operation.path.startsWith('/api/admin/');
  const credentials: Headers = isAdmin
    ? [['Authorization', `Bearer ${targets.token}`]]
    : [['X-API-Key', targets.key]];
  const validPath = placed(operation.path, targets.ids);
  return fc
    .record({
      path: rarely(
        hostileSegment.map((segment) => operation.path.replace('{id}', segment)),
        validPath,
      ),
      query: queryOf(targets, operation),
      headers: oddHeaders,
      type: rarely(contentType, 'application/json'),
      body: bodyOf(targets, operation),
      how: framing,
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant<string>(operation.method) },
        fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'PROPFIND'),
      ),
    })
    .map(({ path, query, headers, type, body, how, method }) => {
      const all: Headers = [...credentials, ...(body ? [['Content-Type', type] as const] : []), ...headers];
      return {
        method,
        isApi: true,
        operation: method === operation.method ? operation : null,
        raw: render(method, query === '' ? path : `${path}?${query}`, all, body, how),
      };
    });
}
