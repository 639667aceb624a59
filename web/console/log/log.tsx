import Type from 'typebox';
import type { RecordedEvent } from '../../../log/event-log.ts';
import { StreamErased } from '../../../log/log-errors.ts';
import { Empty } from '../../parts/empty.tsx';
import { Pages } from '../../parts/pages.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { rowsOnPage } from '../parts/pager.ts';
import type { Routes } from '../parts/routes.ts';
import { eventUrl, pageOfStream, streamUrl } from '../parts/stream-links.ts';
import { show } from '../shell.tsx';

const LogQuery = Type.Object({
  /** A whole name of a stream, or its beginning in the tail. */
  stream: Type.Optional(Type.String({ maxLength: 200 })),
  type: Type.Optional(Type.String({ maxLength: 100 })),
  /** The newest revision of a page of a stream. */
  until: Type.Optional(Type.Integer({ minimum: 0 })),
});

export const EventTable = ({
  events,
  empty,
}: {
  readonly events: readonly RecordedEvent[];
  readonly empty: JSX.Element;
}) => (
  <Table
    caption="Events, newest first"
    items={events}
    empty={empty}
    columns={[
      {
        title: 'Event',
        cell: (event) => <a href={eventUrl(event)}>{event.event.type}</a>,
      },
      {
        title: 'Stream',
        cell: ({ stream }) => (
          <a href={streamUrl(stream)}>
            <code safe>{stream}</code>
          </a>
        ),
      },
      { title: 'Revision', numeric: true, cell: ({ revision }) => <span>{revision}</span> },
      { title: 'When', cell: ({ recordedAt }) => <Time at={recordedAt.toISOString()} /> },
      {
        title: 'By',
        wide: true,
        cell: ({ metadata: { actor } }) => <span safe>{`${actor.kind} ${actor.id}`}</span>,
      },
      {
        title: 'Position',
        numeric: true,
        wide: true,
        cell: ({ position }) => <span safe>{String(position)}</span>,
      },
    ]}
  />
);

/** The tail of the log, and the events of a stream. */
export function logPage(app: Routes, { log, activity }: Pick<WebDeps, 'activity' | 'log'>): void {
  const title = 'Log';

  /** A page of a stream; null for a name that is no stream. */
  async function pageOf(stream: string, until: number | undefined) {
    try {
      const range = { direction: 'backwards', limit: rowsOnPage, from: until } as const;
      const page = await log.readPage(stream, range);
      return page.events.length > 0 ? page : null;
    } catch (error) {
      if (error instanceof StreamErased) return null;
      throw error;
    }
  }

  app.get(
    '/console/log',
    { config: { operatorsOnly: true }, schema: { querystring: LogQuery } },
    async (request, reply) => {
      const { stream = '', type = '', until } = request.query;
      const page = stream === '' ? null : await pageOf(stream, until);
      const fits = ({ stream: name, event }: RecordedEvent) =>
        name.startsWith(stream) && event.type.toLowerCase().includes(type.toLowerCase());
      const events = page ? page.events.filter(fits) : activity.recent.newest(rowsOnPage, fits);
      const subject = page ? pageOfStream(stream) : null;
      const polls = {
        'hx-get': request.url,
        'hx-trigger': 'every 2s',
        'hx-select': '#events',
        'hx-swap': 'outerHTML',
      };
      return show(
        reply,
        { title, actions: subject !== null && <a href={subject}>Its page</a> },
        <>
          <form method="get" action="/console/log" class="filters">
            <label>
              <span>Stream</span>
              <input type="search" name="stream" value={stream} placeholder="form-…" />
            </label>
            <label>
              <span>Event type</span>
              <input type="search" name="type" value={type} />
            </label>
            <button type="submit">Filter</button>
          </form>
          <div id="events" {...(page ? {} : polls)}>
            <EventTable
              events={events}
              empty={
                <Empty title="No events match.">
                  <p>The name of a stream shows all of its events, however old they are.</p>
                </Empty>
              }
            />
          </div>
          {page ? (
            <Pages
              next={page.next === null ? null : `${streamUrl(stream)}&until=${page.next}`}
              isLater={until !== undefined}
              first={streamUrl(stream)}
            />
          ) : (
            <p class="quiet small">
              The last events since <Time at={activity.since.toISOString()} />, when this process started.
            </p>
          )}
        </>,
      );
    },
  );
}
