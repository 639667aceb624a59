import type { Static, TSchema } from 'typebox';
import type { ApiClient, Call } from './client.ts';
import { valueOf } from './explain.ts';
import { Anything, listOf } from './response-schema.ts';

/** The API for commands: a request that fails throws a CommandFailure, but for `call` and `download`. */
export interface Api extends ApiClient {
  get<T extends TSchema>(path: string, schema: T, query?: Call['query']): Promise<Static<T>>;
  post<T extends TSchema>(path: string, schema: T, body?: object): Promise<Static<T>>;
  put<T extends TSchema>(path: string, schema: T, body: object): Promise<Static<T>>;
  patch<T extends TSchema>(path: string, schema: T, body: object): Promise<Static<T>>;
  delete(path: string): Promise<void>;
  /** Reads the first `limit` items of a list, by default all. */
  list<T extends TSchema>(path: string, item: T, query?: Call['query'], limit?: number): Promise<Static<T>[]>;
}

const pageSize = 100;

export function openApi(client: ApiClient): Api {
  const send = async <T extends TSchema>(call: Call, schema: T): Promise<Static<T>> =>
    valueOf(await client.call(call, schema));
  const get: Api['get'] = (path, schema, query = {}) => send({ method: 'GET', path, query }, schema);
  return {
    ...client,
    get,
    post: (path, schema, body) => send({ method: 'POST', path, body }, schema),
    put: (path, schema, body) => send({ method: 'PUT', path, body }, schema),
    patch: (path, schema, body) => send({ method: 'PATCH', path, body }, schema),
    async delete(path) {
      await send({ method: 'DELETE', path }, Anything);
    },
    async list<T extends TSchema>(path: string, item: T, query: Call['query'] = {}, limit = Infinity) {
      const items: Static<T>[] = [];
      let cursor: string | undefined;
      do {
        const count = Math.min(pageSize, limit - items.length);
        const page = await get(path, listOf(item), { ...query, limit: count, cursor });
        items.push(...page.data);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined && items.length < limit);
      return items.slice(0, limit);
    },
  };
}
