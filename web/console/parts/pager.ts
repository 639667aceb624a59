import type { Binding, Cursors } from '../../../api/requests/cursors.ts';
import type { Keyset, Page } from '../../../projections/queries/keyset.ts';

/** The number of rows on a page. */
export const rowsOnPage = 50;

/** Reads and makes the addresses of a list's pages. They hold the filters, so that they can be sent to a colleague. */
export function openPager(cursors: Cursors) {
  return {
    /** The beginning of the page that a request asks for, for a query. */
    request: (
      binding: Binding,
      cursor: string | undefined,
    ): { readonly limit: number; readonly after?: Keyset } => ({
      limit: rowsOnPage,
      ...(cursor !== undefined && { after: cursors.read(binding, cursor) }),
    }),

    /** The address of the next page; null on the last. */
    next(url: string, binding: Binding, { next }: Page<unknown>): string | null {
      if (next === null) return null;
      const [path = '', query = ''] = url.split('?');
      const parameters = new URLSearchParams(query);
      parameters.set('cursor', cursors.issue(binding, next));
      return `${path}?${parameters.toString()}`;
    },
  };
}

export type Pager = ReturnType<typeof openPager>;
