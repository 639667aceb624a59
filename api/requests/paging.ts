import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from '../../projections/queries/keyset.ts';
import type { ApiDeps } from '../api-deps.ts';
import type { Binding, Cursors } from './cursors.ts';
import { addressOf } from './requests.ts';

/** A page, as the API answers it. */
export interface Listed<T> {
  readonly data: T[];
  /** The number of items on this page. */
  readonly count: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** Answers pages, with a `Link` to the next page. */
export function openPaging({ publicUrl }: Pick<ApiDeps, 'publicUrl'>, cursors: Cursors) {
  return {
    /** The beginning of a page, from the request's cursor. */
    after: (binding: Binding, cursor: string | undefined) =>
      cursor === undefined ? {} : { after: cursors.read(binding, cursor) },

    reply<T, R>(
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
