import { isArray, isObject, type Json, part, resolved } from './json-schema.ts';

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

/** The operations of a document; its examples are given ids of things that there are. */
export function operationsOf(document: Json, ids: Ids): Operation[] {
  const paths = part(document, 'paths');
  if (!isObject(paths)) throw new Error('no paths');
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const described = part(item, method.toLowerCase());
      if (!isObject(described)) return [];
      const media = part(described, 'requestBody', 'content', 'application/json');
      const { parameters = [], responses = {} } = described;
      return {
        name: `${method} ${path}`,
        method,
        path,
        described,
        responses: Object.fromEntries(
          Object.entries(responses ?? {}).map(([status, response]) => [
            status,
            resolved(document, response as Json),
          ]),
        ),
        parameters: isArray(parameters) ? parameters : [],
        bodySchema: resolved(document, part(media, 'schema')),
        example: withIds(part(media, 'example'), ids),
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
  path.replace(/([a-z]+)\/\{id\}/, (_, kind: string) => `${kind}/${ids[kind] ?? ''}`);
