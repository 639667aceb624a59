import { errorSchema, problemSchema } from './failures.ts';
import { isObject, type Json, type JsonObject, mapMembers, partOf } from './json.ts';
import { type NamedSchemas, openNamedSchemas } from './named-schemas.ts';
import { operations } from './operations.ts';
import { namesOfLists, namesOfOperations, namesOfSingles } from './schema-names.ts';

/**
 * Moves the headers, failures and schemas of operations into components.
 * @param document an OpenAPI document, as JSON text
 */
export function share(document: string): string {
  const headers: Record<string, Json> = {};
  const responses: Record<string, Json> = {};

  function refer(kind: string, kept: Record<string, Json>, name: string, value: Json): Json {
    kept[name] = value;
    return { $ref: `#/components/${kind}/${name}` };
  }

  function shareResponse(response: Json, status: string): Json {
    if (!isObject(response)) return response;
    const slim = {
      ...response,
      headers: mapMembers(response['headers'], (header, name) => refer('headers', headers, name, header)),
    };
    if (Number(status) < 400) return slim;
    return refer('responses', responses, nameOf(status, response), withSchema(slim, referError));
  }

  const schemas = openNamedSchemas();
  const referError = (schema: Json): Json => {
    const { examples = [] } = isObject(schema) ? schema : {};
    return { $ref: '#/components/schemas/Error', examples };
  };

  const whole = JSON.parse(document) as JsonObject;
  const operation = (one: Json): Json => {
    if (!isObject(one)) return one;
    const shared = nameSchemas(one, schemas);
    return { ...shared, responses: mapMembers(shared['responses'], shareResponse) };
  };
  const paths = mapMembers(whole['paths'], (item) => mapMembers(item, operation));
  const webhooks = mapMembers(whole['webhooks'], (item) =>
    mapMembers(item, (one) => (isObject(one) ? nameSchemas(one, schemas) : one)),
  );
  const components = {
    ...mapMembers(whole['components'], (component) => component),
    headers,
    responses,
    schemas: { ...schemas.all(), Error: errorSchema, Problem: problemSchema },
  };
  return JSON.stringify({ ...whole, paths, webhooks, components });
}

/** Changes the JSON schema of a body or a response, which has none for other media. */
function withSchema(content: JsonObject, change: (schema: Json) => Json): JsonObject {
  const media = content['content'];
  const json = isObject(media) ? media['application/json'] : null;
  if (!isObject(media) || !isObject(json) || json['schema'] === undefined) return content;
  const { schema } = json;
  return { ...content, content: { ...media, 'application/json': { ...json, schema: change(schema) } } };
}

/** The operations whose names others share. */
const models = new Map(Object.values(operations).map(({ id, like = id }) => [id, like]));

/** Names the schemas of an operation's body and successful answer. */
function nameSchemas(operation: JsonObject, schemas: NamedSchemas): JsonObject {
  const { operationId } = operation;
  const id = typeof operationId === 'string' ? (models.get(operationId) ?? operationId) : '';
  const [answer = '', body = ''] = namesOfOperations[id] ?? [];
  const { requestBody, responses } = operation;
  const nameAnswer = (schema: Json): Json => {
    const variants = isObject(schema) ? schema['anyOf'] : null;
    if (!isObject(schema) || !Array.isArray(variants)) return nameOne(schema, id, answer, schemas);
    const single = namesOfSingles[id] ?? answer;
    const { anyOf: _, ...rest } = schema;
    return {
      ...rest,
      oneOf: variants.map((one: Json) => nameOne(one, id, isList(one) ? answer : single, schemas)),
    };
  };
  return {
    ...operation,
    ...(isObject(requestBody) && {
      requestBody: withSchema(requestBody, (schema) => schemas.refer(schema, named(body, id))),
    }),
    responses: mapMembers(responses, (response, status) =>
      isObject(response) && Number(status) < 400 ? nameExamples(withSchema(response, nameAnswer)) : response,
    ),
  };
}

/** Names the examples of an answer that is a page or a single resource. */
function nameExamples(response: JsonObject): JsonObject {
  const json = partOf(response, 'content', 'application/json');
  const examples = isObject(json) ? json['examples'] : null;
  if (!isObject(json) || !isObject(examples)) return response;
  const isPage = (example: Json): boolean => Array.isArray(partOf(example, 'value', 'data'));
  const byShape = Object.values(examples).map((example) => [isPage(example) ? 'page' : 'single', example]);
  const media = { ...json, examples: Object.fromEntries(byShape) as JsonObject };
  return {
    ...response,
    content: { ...Object(response['content']), 'application/json': media } as JsonObject,
  };
}

function named(name: string, id: string): string {
  if (name === '') throw new Error(`api/openapi/schema-names.ts does not name the schemas of ${id}`);
  return name;
}

const isList = (schema: Json): boolean => partOf(schema, 'properties', 'data', 'type') === 'array';

/** Names a list after its items, and any other schema itself. */
function nameOne(schema: Json, id: string, answer: string, schemas: NamedSchemas): Json {
  if (!isObject(schema) || !isList(schema)) return schemas.refer(schema, named(answer, id));
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const data = isObject(properties['data']) ? properties['data'] : {};
  const items = schemas.refer(data['items'] ?? null, named(answer, id));
  const list = { ...schema, properties: { ...properties, data: { ...data, items } } };
  return schemas.refer(list, namesOfLists[id] ?? `${answer}List`);
}

/** Failures of one status differ in their codes alone, which their descriptions list. */
const nameOf = (status: string, { description = '' }: JsonObject): string =>
  [`Failure${status}`, ...(typeof description === 'string' ? description.matchAll(/`(\w+)`/g) : [])]
    .map((code) => (typeof code === 'string' ? code : (code[1] ?? '')))
    .join('.');
