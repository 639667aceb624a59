import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from '../../projections/queries/keyset.ts';
import type { ApiDeps } from '../api-deps.ts';
import type { Binding, Cursors } from './cursors.ts';
import { addressOf } from './requests.ts';

/** A page as lists answer it. */
export interface Listed<T> {
  readonly data: T[];
  /** How many items this page has. */
  readonly count: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** Makes pages into answers, with the `Link` to the next. */
export function openPaging({ publicUrl }: Pick<ApiDeps, 'publicUrl'>, cursors: Cursors) {
  return {
    /** Where a page begins, by the cursor that the request carries. */
    after: (binding: Binding, cursor: string | undefined) =>
      cursor === undefined ? {} : { after: cursors.read(binding, cursor) },

    answer<T, R>(
      request: FastifyRequest,
      reply: FastifyReply,
      binding: Binding,
      { items, next }: Page<T>,
      present: (item: T) => R,
    ): Listed<R> {
      const next_cursor = next && cursors.issue(binding, next);
      if (next_cursor !== null) {
        const url = new URL(addressOf({ publicUrl }, request) + request.url);
        url.searchParams.set('cursor', next_cursor);
        reply.header('link', `<${url.href}>; rel="next"`);
      }
      return { data: items.map(present), count: items.length, has_more: next !== null, next_cursor };
    },
  };
}

export type Paging = ReturnType<typeof openPaging>;
