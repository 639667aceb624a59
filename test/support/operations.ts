import { isArray, isObject, type Json, type JsonObject, part, resolved } from './json-schema.ts';

/** What stands for the ids of a document's examples and paths, by kind. */
export type Ids = Readonly<Record<string, string>>;

/** An operation as the document describes it, with what is needed to try it. */
export interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly parameters: readonly Json[];
  readonly bodySchema: Json;
  readonly example: Json;
  readonly responses: Json;
  /** As the document has it. */
  readonly described: Json;
}

/** Nothing for what is no text. */
export const textOf = (value: Json): string => (typeof value === 'string' ? value : '');

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

type Schemas = Pick<Operation, 'bodySchema' | 'responses'>;

/** The schemas of each operation of a document: to resolve their references takes long. */
const schemas = new WeakMap<JsonObject, Schemas>();

function schemasOf(document: Json, described: JsonObject): Schemas {
  const found = schemas.get(described);
  if (found) return found;
  const responses = Object.entries(described['responses'] ?? {}).map(([status, response]) => [
    status,
    resolved(document, response as Json),
  ]);
  const body = part(described, 'requestBody', 'content', 'application/json', 'schema');
  const made = { bodySchema: resolved(document, body), responses: Object.fromEntries(responses) as Json };
  schemas.set(described, made);
  return made;
}

/** Whether the body of an operation is a file: these have tests of their own in test/api/files and test/api/pictures. */
const takesFile = (described: JsonObject): boolean =>
  part(described, 'requestBody', 'content', 'application/octet-stream') !== null;

/** The operations of a document whose bodies are JSON; its examples are given ids of things that there are. */
export function operationsOf(document: Json, ids: Ids): Operation[] {
  const paths = part(document, 'paths');
  if (!isObject(paths)) throw new Error('no paths');
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const described = part(item, method.toLowerCase());
      if (!isObject(described) || takesFile(described)) return [];
      const { parameters = [] } = described;
      return {
        name: `${method} ${path}`,
        method,
        path,
        described,
        ...schemasOf(document, described),
        parameters: isArray(parameters) ? parameters : [],
        example: withIds(part(described, 'requestBody', 'content', 'application/json', 'example'), ids),
      };
    }),
  );
}

function withIds(value: Json, ids: Ids): Json {
  if (!isObject(value)) return value;
  const formId = ids['forms'] ?? '';
  const known: Readonly<Record<string, Json>> = {
    form_id: formId,
    id: value['id'] === 'pay_1' ? 'pay_1' : formId,
  };
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' ? (known[name] ?? member) : member,
    ]),
  );
}

/** A path of the document with the id of its kind in its place. */
export const placed = (path: string, ids: Ids): string =>
  path
    .replace(/([a-z]+)\/\{id\}/, (_, kind: string) => `${kind}/${ids[kind] ?? ''}`)
    .replace(/\{(person|invitation)\}/, (_, kind: string) => ids[kind] ?? '');
