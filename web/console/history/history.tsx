import Type from 'typebox';
import { requireAnswers } from '../../../api/auth/answers.ts';
import { contextFor, contextForDelivery, readableBy } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError, invalidRequest } from '../../../api/errors/errors.ts';
import { refusalInWords } from '../../../api/errors/payment-refusals.ts';
import { refuseErased } from '../../../api/requests/erased.ts';
import type { Scope } from '../../../domain/api-key/events.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import { type HistoryKind, historyQueries, type Transition } from '../../../projections/queries/history.ts';
import { changesBetween } from '../../../projections/queries/state-changes.ts';
import type { DeliveryView } from '../../../projections/read-models/deliveries/queries.ts';
import { Empty } from '../../parts/empty.tsx';
import { Pages } from '../../parts/pages.tsx';
import { renderInTurns } from '../../parts/render-in-turns.ts';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { rowsOnPage } from '../parts/pager.ts';
import type { Routes } from '../parts/routes.ts';
import { eventUrl } from '../parts/stream-links.ts';
import { WebhookTree } from '../parts/webhook-tree.tsx';
import { visitorIn } from '../session/visitor.ts';
import { show } from '../shell.tsx';
import { Changes } from './changes.tsx';
import { Planned } from './planned.tsx';
import { StateAt } from './state-at.tsx';

/** The things that have a history: their kind in the log's terms, their page, and the scope that a key needs. */
const subjects = {
  form: { kind: 'forms', page: '/console/forms/', scope: 'forms:read' },
  submission: { kind: 'submissions', page: '/console/submissions/', scope: 'submissions:read' },
  destination: { kind: 'destinations', page: '/console/destinations/', scope: 'webhooks:read' },
  delivery: { kind: 'deliveries', page: '/console/deliveries/', scope: 'webhooks:read' },
  account: { kind: 'accounts', page: '/console/accounts/', scope: null },
} as const satisfies Record<string, { kind: HistoryKind; page: string; scope: Scope | null }>;
export const subjectNames = ['form', 'submission', 'destination', 'delivery', 'account'] as const;

const shownDeliveries = 1_000;
const Revision = Type.Integer({ minimum: 0 });
const HistoryQuery = Type.Object({
  at: Type.Optional(Revision),
  from: Type.Optional(Revision),
  /** A moment in UTC instead of a revision. */
  moment: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d$' })),
  /** The newest revision of the page of events. */
  until: Type.Optional(Revision),
});

interface EventsProps {
  readonly events: readonly RecordedEvent[];
  readonly transitions: ReadonlyMap<number, Transition>;
  readonly deliveries: readonly DeliveryView[];
}

/** The table of the events. What they changed, up to a megabyte each, is rendered a few events at a time. */
async function eventTable({ events, transitions, deliveries }: EventsProps): Promise<JSX.Element> {
  const changed = await renderInTurns(events, ({ id, revision, event }) => {
    const { before = null, after = null } = transitions.get(revision) ?? {};
    return (
      <>
        {event.type === 'SubmissionPaymentRefused' ? (
          <span safe>{refusalInWords(event.data)}</span>
        ) : (
          <Changes changes={changesBetween(before, after)} />
        )}
        <WebhookTree deliveries={deliveries.filter(({ source }) => source.event_id === id)} />
      </>
    );
  });
  const rows = events.map((event, index) => ({ ...event, changed: changed[index] ?? '' }));
  return (
    <Table
      caption="Events, newest first"
      items={rows}
      empty={<Empty title="Nothing has happened yet." />}
      columns={[
        { title: 'Revision', numeric: true, cell: ({ revision }) => <span>{revision}</span> },
        {
          title: 'Event',
          cell: (event) => <a href={eventUrl(event)}>{event.event.type}</a>,
        },
        { title: 'When', cell: ({ recordedAt }) => <Time at={recordedAt.toISOString()} /> },
        {
          title: 'By',
          cell: ({ metadata: { actor } }) => <span safe>{`${actor.kind} ${actor.id}`}</span>,
        },
        {
          title: 'Changed',
          cell: ({ changed: html }) => html,
        },
      ]}
    />
  );
}

/** The history of each thing: its events with their authors, its state at any revision, and the webhooks about it. */
export function historyPages(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'definitions' | 'deliveries' | 'log' | 'queries'>,
): void {
  const { log, queries, aggregates } = deps;
  const history = historyQueries(deps);

  /** The state after a revision. */
  const stateAt = async (kind: HistoryKind, id: string, revision: number) =>
    (await history.transitions(kind, id, revision, revision)).get(revision)?.after ?? null;

  /** The last revision by the end of a minute; -1 before the first. */
  async function revisionAt(kind: HistoryKind, id: string, minute: string): Promise<number> {
    const time = new Date(`${minute}:59.999Z`);
    if (Number.isNaN(time.getTime())) throw invalidRequest(`There is no moment ${minute}.`);
    return (await history.asOf(kind, id, { time }))?.last?.revision ?? -1;
  }

  for (const name of subjectNames) {
    const { kind, page: pageOf, scope } = subjects[name];
    const config = scope === null ? { operatorsOnly: true } : { scope };
    app.get(
      `/console/history/${name}/:id`,
      { config, schema: { params: ById, querystring: HistoryQuery } },
      async (request, reply) => {
        const { id } = request.params;
        // Attempts hold what receivers responded.
        if (name === 'delivery') requireAnswers(request);
        if (name === 'submission' || name === 'delivery')
          await refuseErased(deps, name, id, readableBy(request));
        const { accountId } = await (name === 'delivery'
          ? contextForDelivery(request, deps.deliveries, id)
          : contextFor(request, aggregates, name, id));
        const newest = await history.page(kind, id, { direction: 'backwards', limit: 1 });
        if (!newest) throw new ApiError('not_found');
        const crumbs = [
          ...(visitorIn(request).operator ? ([['History', '/console/history']] as const) : []),
          [`${name} ${id}`, pageOf + encodeURIComponent(id)],
        ] as const;
        const frame = { title: 'History', account: accountId, crumbs };
        const last = newest.events[0]?.revision;
        if (last === undefined) {
          const now = await history.asOf(kind, id, { time: new Date() });
          return show(reply, frame, <Planned state={now?.state ?? null} />);
        }
        const { at = last, from = null, until, moment } = request.query;
        const shown = moment === undefined ? Math.min(at, last) : await revisionAt(kind, id, moment);
        const range = { direction: 'backwards', limit: rowsOnPage, from: until } as const;
        const { events = [], next = null } = (await history.page(kind, id, range)) ?? {};
        const revisions = events.map(({ revision }) => revision);
        const ids = events.map(({ id: eventId }) => eventId);
        const [transitions, deliveries, state, before] = await Promise.all([
          history.transitions(kind, id, Math.min(...revisions), Math.max(...revisions)),
          visitorIn(request).canRead('webhooks:read')
            ? queries.deliveries.ofSourceEvents(ids, shownDeliveries)
            : [],
          stateAt(kind, id, shown),
          from === null ? null : stateAt(kind, id, from),
        ]);
        const recorded = shown < 0 ? null : await log.readEvent(streamOf[name](id), shown);
        const table = await eventTable({ events, transitions, deliveries });
        const path = `/console/history/${name}/${encodeURIComponent(id)}`;
        return show(
          reply,
          frame,
          <>
            <StateAt
              path={path}
              last={last}
              at={shown}
              from={from}
              state={state}
              before={before}
              recordedAt={recorded?.recordedAt.toISOString() ?? null}
            />
            <h2>Events</h2>
            {table as 'safe'}
            <Pages
              next={next === null ? null : `${path}?until=${next}`}
              isLater={until !== undefined}
              first={path}
            />
          </>,
        );
      },
    );
  }
}
