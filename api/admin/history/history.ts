import type { Static } from 'typebox';
import type { RecordedEvent } from '../../../log/event-log.ts';
import { type HistoryKind, historyKinds, historyQueries } from '../../../projections/queries/history.ts';
import { changesBetween } from '../../../projections/queries/state-changes.ts';
import { wordedEntry } from '../../../projections/queries/worded/worded-entry.ts';
import { wordedHistories } from '../../../projections/queries/worded/worded-history.ts';
import type { DeliveryView } from '../../../projections/read-models/deliveries/queries.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { type DeliveryEntry, historyOperations, type HistoryQuery } from '../../contract/history/history.ts';
import { defaultLimit } from '../../contract/values.ts';
import { ApiError, wrongTogether } from '../../errors/errors.ts';
import type { Mount } from '../../mount.ts';
import { refuseErased } from '../../requests/erased.ts';
import { logPointOf } from '../../requests/log-points.ts';
import type { Paging } from '../../requests/paging.ts';
import { readAfter } from '../../requests/requests.ts';
import { outcomeOf } from '../../responses/outcomes.ts';

const operationOf = {
  accounts: historyOperations.historyOfAccount,
  forms: historyOperations.historyOfForm,
  submissions: historyOperations.historyOfSubmission,
  destinations: historyOperations.historyOfDestination,
  deliveries: historyOperations.historyOfDelivery,
} as const satisfies Record<HistoryKind, object>;

const maxDeliveries = 1_000;

/** The history of each form, submission, destination, delivery and account, and its state at any point. */
export function historyRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'definitions' | 'deliveries' | 'log' | 'progress' | 'queries'>,
  paging: Paging,
): void {
  const history = historyQueries(deps);
  const worded = wordedHistories(deps);

  /** The deliveries about some events, by event. */
  async function deliveriesOf(events: readonly RecordedEvent[]) {
    const ids = events.map(({ id }) => id);
    const found = await deps.queries.deliveries.ofSourceEvents(ids, maxDeliveries);
    return (eventId: string) => found.filter(({ source }) => source.event_id === eventId).map(deliveryEntry);
  }

  /** The changes that some events made, by event. */
  async function changesOf(kind: HistoryKind, id: string, events: readonly RecordedEvent[]) {
    const revisions = events.map(({ revision }) => revision);
    const transitions = await history.transitions(kind, id, Math.min(...revisions), Math.max(...revisions));
    return ({ revision }: RecordedEvent) => {
      const { before = null, after = null } = transitions.get(revision) ?? {};
      return changesBetween(before, after);
    };
  }

  async function snapshot(kind: HistoryKind, id: string, asOf: string) {
    const found = await history.asOf(kind, id, logPointOf(asOf, 'as_of', 'query'));
    if (!found) throw new ApiError('not_found');
    const { last, state } = found;
    return {
      as_of: asOf,
      revision: last?.revision ?? null,
      position: last ? String(last.position) : null,
      recorded_at: last?.recordedAt.toISOString() ?? null,
      state,
    };
  }

  for (const kind of historyKinds)
    api.route(operationOf[kind], async (request, reply) => {
      const { id } = request.params;
      const { limit = defaultLimit, cursor, order = 'asc', as_of, compared_to } = request.query;
      refuseMixed(request.query);
      await readAfter(request, deps.progress, ['deliveries', 'erasures']);
      if (kind === 'submissions') await refuseErased(deps, 'submission', id);
      if (kind === 'deliveries') await refuseErased(deps, 'delivery', id);
      if (as_of !== undefined) {
        const now = await snapshot(kind, id, as_of);
        if (compared_to === undefined) return now;
        const then = await snapshot(kind, id, compared_to);
        return { ...now, compared_to, changes: changesBetween(then.state, now.state) };
      }
      const binding = [kind, id, 'history', order];
      const { after } = paging.after(binding, cursor);
      const page = await history.page(kind, id, {
        direction: order === 'asc' ? 'forwards' : 'backwards',
        from: after && Number(after.at),
        limit,
      });
      if (!page) throw new ApiError('not_found');
      const { events, next } = page;
      const deliveriesFor = await deliveriesOf(events);
      const changed = await changesOf(kind, id, events);
      const data = new Map(
        await Promise.all(events.map(async (event) => [event.id, await history.dataOf(event)] as const)),
      );
      const items = await worded.word(events.map((event) => ({ event })));
      const found = { items, next: next === null ? null : { at: String(next), id: '' } };
      return paging.reply(request, reply, binding, found, (item) => ({
        ...wordedEntry(item, data.get(item.event.id)),
        changes: changed(item.event),
        deliveries: deliveriesFor(item.event.id),
      }));
    });
}

const deliveryEntry = ({
  id,
  destination_id,
  status,
  attempts,
}: DeliveryView): Static<typeof DeliveryEntry> => ({
  id,
  destination_id,
  status,
  attempts: attempts.map(({ attempt, started_at, duration_ms, outcome, next_attempt_at }) => ({
    attempt,
    started_at,
    duration_ms,
    outcome: outcomeOf(outcome),
    next_attempt_at,
  })),
});

/** A state has no pages, and a comparison requires a first state. */
function refuseMixed({ as_of, compared_to, limit, cursor, order }: HistoryQuery): void {
  if (as_of === undefined && compared_to !== undefined)
    throw wrongTogether('compared_to requires as_of.', ['compared_to']);
  if (as_of !== undefined && (limit ?? cursor ?? order) !== undefined)
    throw wrongTogether(
      'as_of cannot be combined with limit, cursor or order.',
      Object.entries({ limit, cursor, order }).flatMap(([name, value]) =>
        value === undefined ? [] : [name],
      ),
    );
}
