import { maxDestinations } from '../../../domain/destination/limits.ts';
import type { Page, PageRequest } from '../../../projections/queries/keyset.ts';
import type {
  DestinationQueries,
  DestinationView,
} from '../../../projections/read-models/destinations/queries.ts';

export const destinationStates = ['enabled', 'disabled'] as const;

interface DestinationFilter extends PageRequest {
  /** A part of the label or of the URL, in any case. */
  readonly search?: string | undefined;
  readonly state?: (typeof destinationStates)[number] | undefined;
}

/** Lists the destinations of an account that match, newest first. An account has few: they are all read, if there is a filter. */
export async function findDestinations(
  destinations: Pick<DestinationQueries, 'list'>,
  account: string,
  { search, state, ...page }: DestinationFilter,
): Promise<Page<DestinationView>> {
  if (search === undefined && state === undefined) return destinations.list(account, page);
  const { limit, after } = page;
  const { items } = await destinations.list(account, { limit: maxDestinations, after });
  const wanted = search?.trim().toLowerCase() ?? '';
  const found = items.filter(
    ({ label, url, enabled }) =>
      (state === undefined || enabled === (state === 'enabled')) &&
      `${label}\n${url}`.toLowerCase().includes(wanted),
  );
  const last = found.length > limit ? found[limit - 1] : undefined;
  return { items: found.slice(0, limit), next: last ? { at: last.created_at, id: last.id } : null };
}
