export interface Page<T> {
  readonly data: readonly T[];
  readonly next_cursor?: string | null;
}

const pageSize = 100;

/**
 * Reads the first `limit` items of a paged list.
 * @param fetchPage reads a page by its query
 */
export async function readPages<T>(
  limit: number,
  fetchPage: (query: { readonly limit: number; readonly cursor: string | undefined }) => Promise<Page<T>>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetchPage({ limit: Math.min(pageSize, limit - items.length), cursor });
    items.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && items.length < limit);
  return items.slice(0, limit);
}
