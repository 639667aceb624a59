import type { AccountQueries, AccountView } from '../../../projections/read-models/accounts/queries.ts';

/** A search looks at so many of the newest accounts. */
const searchedAccounts = 10_000;
const searchedAtOnce = 1_000;
const maxFound = 100;

interface FoundAccounts {
  readonly items: readonly AccountView[];
  /** Whether other accounts may match: more than a page shows, or older than those that the search looked at. */
  readonly isCut: boolean;
}

/** A text for comparisons in which capitals and accents make no difference. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Finds the newest accounts whose name contains a text, whatever its capitals and accents, and the account whose id it is. */
export async function findAccounts(
  accounts: Pick<AccountQueries, 'get' | 'list'>,
  search: string,
): Promise<FoundAccounts> {
  const named = await accounts.get(search);
  const items = named ? [named] : [];
  const wanted = folded(search);
  let after: Parameters<AccountQueries['list']>[0]['after'];
  for (let looked = 0; looked < searchedAccounts; looked += searchedAtOnce) {
    const page = await accounts.list({ limit: searchedAtOnce, after });
    items.push(...page.items.filter(({ id, name }) => id !== named?.id && folded(name).includes(wanted)));
    if (items.length > maxFound) break;
    if (page.next === null) return { items, isCut: false };
    after = page.next;
  }
  return { items: items.slice(0, maxFound), isCut: true };
}
