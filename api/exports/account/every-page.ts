import type { Keyset, Page, PageRequest } from '../../../projections/queries/keyset.ts';

const pageSize = 200;

/** Yields the items of a list, a page at a time. */
export async function* everyPage<T>(
  list: (request: PageRequest) => Promise<Page<T>>,
): AsyncGenerator<readonly T[]> {
  for (let after: Keyset | undefined, more = true; more;) {
    const { items, next } = await list({ limit: pageSize, after });
    yield items;
    more = next !== null;
    after = next ?? undefined;
  }
}
