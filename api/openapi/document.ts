import type { TObject, TSchema } from 'typebox';
import Type from 'typebox';
import { addressOf, type Operation } from '../contract/operation.ts';
import { allOperations } from '../contract/operations.ts';
import { tags } from '../contract/tags.ts';
import { type Components, openComponents } from './components.ts';
import {
  errorSchema,
  errorsOf,
  failureName,
  failureResponse,
  problemSchema,
  statusesOf,
} from './failures.ts';
import { headerReferences, headers, requestHeaders } from './headers.ts';
import { webhooks } from './webhooks.ts';

const description = `Forms, their submissions, and signed webhooks.

Every public request takes an API key, as \`Authorization: Bearer\` or as \`X-API-Key\`; the admin API takes an
operator's token. Errors have the body \`{"error": {"code", "message", "details", "request_id"}}\`.`;

export const info = {
  title: 'Formlog',
  version: '1',
  description,
  contact: { name: 'The operator of this service' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

const securitySchemes = {
  key: { type: 'http', scheme: 'bearer', description: 'An API key.' },
  keyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  operator: { type: 'http', scheme: 'bearer', description: "An operator's token." },
};
const security = { admin: [{ operator: [] }], public: [{ key: [] }, { keyHeader: [] }] };

/** The OpenAPI document of all operations of the contract. @param publicUrl the address of the service, if it is set */
export function openApiDocument(publicUrl: string | null) {
  const components = openComponents();
  const paths: Record<string, Record<string, object>> = {};
  const responses: Record<string, object> = {};
  for (const operation of allOperations) {
    const path = addressOf(operation).replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[operation.method.toLowerCase()] = describe(operation, components);
    for (const [, codes] of statusesOf(errorsOf(operation)))
      responses[failureName(codes)] ??= failureResponse(codes);
  }
  const sent = webhooks(components);
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: publicUrl ?? '/', description: 'This service.' }],
    tags,
    paths,
    webhooks: sent,
    components: {
      securitySchemes,
      headers,
      responses,
      schemas: { ...components.all(), Error: errorSchema, Problem: problemSchema },
    },
  };
}

/** An operation in the terms of OpenAPI. */
function describe(operation: Operation, components: Components) {
  const {
    operationId,
    summary,
    description: words,
    tag,
    api,
    method,
    querystring,
    params,
    body,
    receives,
  } = operation;
  const isRead = method === 'GET';
  const takes = [...(operation.takes ?? []), isRead ? 'X-Read-After' : 'Idempotency-Key'] as const;
  const parameters = [
    ...parametersIn('query', querystring),
    ...(Type.IsObject(params) ? parametersIn('path', params) : []),
    ...takes.map((name) => ({ name, in: 'header', required: false, ...requestHeaders[name] })),
  ];
  const failed = statusesOf(errorsOf(operation)).map(
    ([status, codes]) => [status, { $ref: `#/components/responses/${failureName(codes)}` }] as const,
  );
  return {
    operationId,
    summary,
    description: words,
    tags: [tag],
    security: security[api],
    parameters,
    ...(receives && { requestBody: { required: true, content: receives } }),
    ...(body && {
      requestBody: { required: true, content: json(components.refer(body), bodyExamples(operation)) },
    }),
    responses: { ...successes(operation, components), ...Object.fromEntries(failed) },
  };
}

const bodyExamples = ({ examples }: Operation): readonly object[] => (examples?.body ? [examples.body] : []);

const parametersIn = (place: 'query' | 'path', { properties }: TObject) =>
  Object.entries(properties).map(([name, schema]) => {
    const {
      description: words,
      examples,
      ...rest
    } = schema as TSchema & { description?: string; examples?: readonly string[] };
    return {
      name,
      in: place,
      required: !Type.IsOptional(schema),
      schema: rest,
      ...(words !== undefined && { description: words }),
      ...(examples && { examples: Object.fromEntries(examples.map((value) => [value, { value }])) }),
    };
  });

const idOf = (schema: object): string | null => {
  const id: unknown = Reflect.get(schema, '$id');
  return typeof id === 'string' ? id : null;
};

/** A body in JSON with its examples: several are named after what they show. */
function json(schema: unknown, examples: readonly object[]) {
  const [example] = examples;
  const named = examples.map((value) => ['data' in value ? 'page' : 'single', { value }] as const);
  return {
    'application/json': {
      schema,
      ...(examples.length > 1 ? { examples: Object.fromEntries(named) } : example && { example }),
    },
  };
}

/** The successful responses of an operation. @throws for one that is not described */
function successes(operation: Operation, components: Components) {
  const { operationId, method, response, answer, examples, gives = [] } = operation;
  const sent = headerReferences(method === 'GET' ? gives : [...gives, 'Idempotency-Replayed']);
  return Object.fromEntries(
    Object.entries(response)
      .filter(([status]) => status !== 'default')
      .map(([status, schema]) => {
        const later = status === '202' ? examples?.accepted : undefined;
        const own: unknown = Reflect.get(schema, 'description');
        const words = later ? own : (answer ?? own);
        if (typeof words !== 'string') throw new Error(`the response of ${operationId} is not described`);
        return [
          status,
          {
            description: words,
            headers: sent,
            ...contentOf(schema, words, later ? [later] : (examples?.answers ?? []), components),
          },
        ];
      }),
  );
}

function contentOf(schema: object, words: string, examples: readonly object[], components: Components) {
  if ('content' in schema) return { content: schema.content };
  const one = schema as TSchema;
  if (Type.IsNull(one)) return {};
  if (!Type.IsUnion(one)) return { content: json(components.refer(described(one)), examples) };
  const oneOf = one.anyOf.map((variant) => components.refer(variant));
  return { content: json({ description: words, oneOf }, examples) };
}

/** The descriptions of each named schema as a response. */
const answersOf = new Map<string, Set<string>>();
for (const { answer, response } of allOperations)
  for (const schema of Object.values(response)) {
    const id = idOf(schema);
    if (answer !== undefined && id !== null) answersOf.set(id, (answersOf.get(id) ?? new Set()).add(answer));
  }

/** A schema with the description of the responses that have it, where all of them have the same. */
function described(schema: TSchema): TSchema {
  const [words, ...others] = answersOf.get(idOf(schema) ?? '') ?? [];
  return others.length === 0 && words !== undefined ? { description: words, ...schema } : schema;
}
