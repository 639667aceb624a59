import Type from 'typebox';
import { ById } from '../../../api/contract/values.ts';
import { ApiError, invalidRequest } from '../../../api/errors/errors.ts';
import { actorText } from '../../../domain/sentences/authors.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { type HistoryKind, historyQueries } from '../../../projections/queries/history.ts';
import { wordedChanges } from '../../../projections/queries/worded/aspects.ts';
import { openNames } from '../../../projections/queries/worded/names.ts';
import { wordedHistories, type WordedPage } from '../../../projections/queries/worded/worded-history.ts';
import { openLongTexts } from '../../parts/long-texts.ts';
import { Pages } from '../../parts/pages.tsx';
import { asText, markup } from '../../parts/send-html.ts';
import type { WebDeps } from '../../web-deps.ts';
import { rowsOnPage } from '../parts/pager.ts';
import type { Routes } from '../parts/routes.ts';
import { namesFor } from '../parts/thing-links.tsx';
import { visitorIn } from '../session/visitor.ts';
import { show } from '../shell.tsx';
import { eventList } from './event-list.tsx';
import { eventFormats, sendEvents } from './export.ts';
import { EventFilterForm } from './filters.tsx';
import { Planned } from './planned.tsx';
import { EventFilter, filterQuery, readFilter } from './query.ts';
import { StateAt } from './state-at.tsx';
import { ownerOfSubject, type SubjectName, subjectNames, subjects } from './subjects.ts';

const shownDeliveries = 1_000;
const Revision = Type.Integer({ minimum: 0 });
const Moment = Type.String({ pattern: '^(?:\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d)?$' });
const HistoryQuery = Type.Object({
  ...EventFilter,
  /** The event after which the state is shown, and the event with which it is compared. */
  at: Type.Optional(Revision),
  from: Type.Optional(Type.String({ pattern: '^\\d{0,9}$' })),
  /** A moment in UTC instead of an event. */
  moment: Type.Optional(Moment),
  /** The revision before which the page of events begins. */
  before: Type.Optional(Revision),
});

/** The names of the people whom a history names. */
async function peopleOf(
  { log }: Pick<WebDeps, 'log'>,
  { actors, events }: WordedPage,
): Promise<(readonly [string, string])[]> {
  const names = openNames(log);
  const position = events[0]?.event.position ?? 0n;
  return Promise.all(
    actors.map(async (actor) => {
      const parts = await names.in([{ kind: 'author', actor }], position);
      return [actorText(actor), parts.map(({ text }) => text).join('')] as const;
    }),
  );
}

/** The history of each thing: what happened in words, its state after any event, and the webhooks about it. */
export function historyPages(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'definitions' | 'deliveries' | 'log' | 'queries'>,
): void {
  const { log, queries } = deps;
  const history = historyQueries(deps);
  const worded = wordedHistories(deps);

  /** The name of a thing, or what it is. */
  async function titleOf(name: SubjectName, id: string): Promise<string> {
    const hasName = name === 'form' || name === 'destination' || name === 'account';
    const found = hasName ? await openNames(log).now(name, id) : null;
    return (
      found ?? { submission: 'Submission', delivery: 'Webhook', form: id, destination: id, account: id }[name]
    );
  }

  /** The last revision by the end of a minute; -1 before the first. */
  async function revisionAt(kind: HistoryKind, id: string, minute: string): Promise<number> {
    const time = new Date(`${minute}:59.999Z`);
    if (Number.isNaN(time.getTime())) throw invalidRequest(`There is no moment ${minute}.`);
    return (await history.asOf(kind, id, { time }))?.last?.revision ?? -1;
  }

  /** The state after an event, in words and as documents hold it. */
  async function stateAt(kind: HistoryKind, id: string, at: number, from: number | null) {
    const steps = await worded.at(kind, id, from === null ? [at] : [at, from]);
    const writer = worded.openWriter();
    const [now, then] = [steps.get(at), from === null ? undefined : steps.get(from)];
    const state = now ? await writer.state(now) : null;
    const before = then ? await writer.state(then) : null;
    return { state, document: now?.document ?? null, changes: wordedChanges(before ?? [], state ?? []) };
  }

  for (const name of subjectNames) {
    const { kind, page: pageOf, scope } = subjects[name];
    const config = scope === null ? { operatorsOnly: true } : { scope };
    const addressOf = (id: string) => `/console/history/${name}/${encodeURIComponent(id)}`;
    const schema = { params: ById, querystring: HistoryQuery };

    app.get(`/console/history/${name}/:id`, { config, schema }, async (request, reply) => {
      const { id } = request.params;
      const { before, moment = '', from = '', at, ...filters } = request.query;
      const account = await ownerOfSubject(deps, request, name, id);
      const page = await worded.page(kind, id, { limit: rowsOnPage, before, ...readFilter(filters) });
      const isOperator = visitorIn(request).operator !== null;
      const title = await titleOf(name, id);
      const crumbs = [
        ...(isOperator ? ([['History', '/console/history']] as const) : []),
        [title, pageOf + encodeURIComponent(id)],
      ] as const;
      const frame = { title: 'History', account, crumbs };
      const { last } = page;
      if (last < 0) {
        const now = await history.asOf(kind, id, { time: new Date() });
        if (!now) throw new ApiError('not_found');
        return show(reply, frame, <Planned state={now.state} />);
      }
      const shown = moment === '' ? Math.min(at ?? last, last) : await revisionAt(kind, id, moment);
      const compared = from === '' ? null : Math.min(Number(from), last);
      const [deliveries, state, recorded, people] = await Promise.all([
        visitorIn(request).canRead('webhooks:read')
          ? queries.deliveries.ofSourceEvents(
              page.events.map(({ event }) => event.id),
              shownDeliveries,
            )
          : [],
        stateAt(kind, id, shown, compared),
        shown < 0 ? null : log.readEvent(streamOf[name](id), shown),
        peopleOf(deps, page),
      ]);
      const longTexts = openLongTexts();
      const path = addressOf(id);
      const events = await eventList({
        events: page.events,
        deliveries,
        names: await namesFor(deps, account, deliveries),
        about: id,
        isOperator,
        isFiltered: filterQuery(filters) !== '',
        dataOf: history.dataOf,
      });
      const stateHtml = asText(
        <StateAt
          path={path}
          last={last}
          at={shown}
          from={compared}
          recordedAt={recorded?.recordedAt.toISOString() ?? null}
          longTexts={longTexts}
          {...state}
        />,
      );
      const shownState = markup(await longTexts.inserted(stateHtml));
      return show(
        reply,
        frame,
        <>
          <EventFilterForm path={path} filters={filters} people={people} kinds={page.kinds} />
          {events as 'safe'}
          <Pages
            next={page.before === null ? null : path + filterQuery(filters, { before: String(page.before) })}
            isLater={before !== undefined}
            first={path + filterQuery(filters)}
          />
          <section class="apart">
            <h2>The state at a moment</h2>
            {shownState}
          </section>
        </>,
      );
    });

    for (const format of eventFormats)
      app.get(
        `/console/history/${name}/:id/events.${format}`,
        { config, schema: { params: ById, querystring: Type.Object(EventFilter) } },
        async (request, reply) => {
          const { id } = request.params;
          await ownerOfSubject(deps, request, name, id);
          const events = worded.all(kind, id, readFilter(request.query));
          return sendEvents(reply, { name: `history-${name}-${id}`, format, events, dataOf: history.dataOf });
        },
      );
  }
}
