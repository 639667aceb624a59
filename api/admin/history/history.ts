import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import type { RecordedEvent } from '../../../log/event-log.ts';
import { eventEntry } from '../../../projections/queries/event-entry.ts';
import { type HistoryKind, historyKinds, historyQueries } from '../../../projections/queries/history.ts';
import { changesBetween } from '../../../projections/queries/state-changes.ts';
import type { DeliveryView } from '../../../projections/read-models/deliveries/queries.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { ApiError, wrongTogether } from '../../errors/errors.ts';
import { refuseErased } from '../../requests/erased.ts';
import { LogPoint, logPointOf } from '../../requests/log-points.ts';
import { Outcome, outcomeOf } from '../../requests/outcomes.ts';
import type { Paging } from '../../requests/paging.ts';
import { readAfter } from '../../requests/requests.ts';
import { ById, closed, Failure, Listing, PageQuery, Timestamp, usualLimit } from '../../requests/schemas.ts';
import { EventEntry } from './event-schema.ts';

/** A changed field; `before` or `after` is absent where that state lacks the field. */
const Change = Type.Object({
  path: Type.String({ description: 'A JSON pointer.' }),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
});

const Attempt = Type.Object({
  attempt: Type.Integer(),
  started_at: Timestamp,
  duration_ms: Type.Number(),
  outcome: Outcome,
  next_attempt_at: Type.Union([Timestamp, Type.Null()]),
});

const DeliveryEntry = Type.Object({
  id: Type.String(),
  destination_id: Type.String(),
  status: Type.String(),
  attempts: Type.Array(Attempt),
});

const Entry = Type.Object({
  ...EventEntry.properties,
  changes: Type.Array(Change, {
    description: 'The members of the state that the event changed, without secrets.',
  }),
  deliveries: Type.Array(DeliveryEntry, {
    description: 'The webhooks about this event, with every attempt.',
  }),
});

const State = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]);
const Snapshot = Type.Object({
  as_of: Type.String(),
  revision: Type.Union([Type.Integer(), Type.Null()]),
  position: Type.Union([Type.String(), Type.Null()]),
  recorded_at: Type.Union([Timestamp, Type.Null()]),
  state: State,
  compared_to: Type.Optional(Type.String()),
  changes: Type.Optional(Type.Array(Change)),
});

const HistoryQuery = Type.Object(
  {
    ...PageQuery.properties,
    order: Type.Optional(
      Type.Enum(['asc', 'desc'], { default: 'asc', description: 'Oldest first, or newest first.' }),
    ),
    as_of: Type.Optional(LogPoint),
    compared_to: Type.Optional(LogPoint),
  },
  closed,
);
type HistoryQuery = Static<typeof HistoryQuery>;

const nouns: Readonly<Record<HistoryKind, string>> = {
  accounts: 'an account',
  forms: 'a form',
  submissions: 'a submission',
  destinations: 'a destination',
  deliveries: 'a delivery',
};

const mostDeliveries = 1_000;

/** The history of each form, submission, destination, delivery and account, and its state at any point. */
export const historyRoutes =
  (
    deps: Pick<ApiDeps, 'aggregates' | 'definitions' | 'log' | 'progress' | 'queries'>,
    paging: Paging,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const history = historyQueries(deps.log, deps.definitions);

    /** The deliveries about some events, by event. */
    async function deliveriesOf(events: readonly RecordedEvent[]) {
      const ids = events.map(({ id }) => id);
      const found = await deps.queries.deliveries.ofSourceEvents(ids, mostDeliveries);
      return (eventId: string) =>
        found.filter(({ source }) => source.event_id === eventId).map(deliveryEntry);
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
      app.get(
        `/${kind}/:id/history`,
        {
          schema: {
            summary: `The history of ${nouns[kind]}, or its state at a point`,
            params: ById,
            querystring: HistoryQuery,
            response: {
              200: Type.Union([Listing(Entry, 'Events, in the order asked for.'), Snapshot]),
              default: Failure,
            },
          },
        },
        async (request, reply) => {
          const { id } = request.params;
          const { limit = usualLimit, cursor, order = 'asc', as_of, compared_to } = request.query;
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
          const toldOf = await deliveriesOf(events);
          const changed = await changesOf(kind, id, events);
          const data = new Map(
            await Promise.all(events.map(async (event) => [event.id, await history.dataOf(event)] as const)),
          );
          const found = { items: events, next: next === null ? null : { at: String(next), id: '' } };
          return paging.answer(request, reply, binding, found, (event) => ({
            ...eventEntry(event, data.get(event.id)),
            changes: changed(event),
            deliveries: toldOf(event.id),
          }));
        },
      );
  };

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
