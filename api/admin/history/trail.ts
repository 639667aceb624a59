import { historyQueries } from '../../../projections/queries/history.ts';
import { accountTrail } from '../../../projections/queries/trail/account-trail.ts';
import { wordedEntry } from '../../../projections/queries/worded/worded-entry.ts';
import { wordedHistories } from '../../../projections/queries/worded/worded-history.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { trailOperations } from '../../contract/history/trail.ts';
import { defaultLimit } from '../../contract/values.ts';
import type { Mount } from '../../mount.ts';
import type { Paging } from '../../requests/paging.ts';
import { readAfter } from '../../requests/requests.ts';
import { rangeOf } from '../../requests/timestamps.ts';

/** The read models that say which streams an account has. */
const models = ['forms', 'keys', 'recoveries', 'destinations', 'submissions'] as const;

const dateOf = (time: string | undefined): Date | undefined =>
  time === undefined ? undefined : new Date(time);

/** Who did what in an account. */
export function trailRoute(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'definitions' | 'deliveries' | 'log' | 'progress' | 'queries'>,
  paging: Paging,
): void {
  const trail = accountTrail({ log: deps.log, sources: deps.queries.trail });
  const worded = wordedHistories(deps);
  const { dataOf } = historyQueries(deps);

  api.route(trailOperations.trailOfAccount, async (request, reply) => {
    const { limit = defaultLimit, cursor, order = 'desc', by, kind, ...times } = request.query;
    await readAfter(request, deps.progress, models);
    const { accountId } = await contextFor(request, deps.aggregates, 'account', request.params.id);
    const { since, until } = rangeOf(times);
    const binding = [accountId, 'trail', order, by ?? null, kind ?? null, since ?? null, until ?? null];
    const { after } = paging.after(binding, cursor);
    const page = await trail.page(accountId, {
      limit,
      order,
      by,
      kind,
      since: dateOf(since),
      until: dateOf(until),
      after: after && BigInt(after.at),
    });
    const acts = await worded.word(page.acts);
    const items = await Promise.all(acts.map(async (act) => wordedEntry(act, await dataOf(act.event))));
    const found = { items, next: page.next === null ? null : { at: String(page.next), id: '' } };
    return {
      ...paging.reply(request, reply, binding, found, (item) => item),
      corrections_since: page.correctionsSince,
    };
  });
}
