import { StreamErased } from '../../../log/log-errors.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Empty } from '../../parts/empty.tsx';
import { Pages } from '../../parts/pages.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { rowsOnPage } from '../parts/pager.ts';
import type { Routes } from '../parts/routes.ts';
import { pageOfStream, streamUrl } from '../parts/stream-links.ts';
import { show } from '../shell.tsx';
import { namesOfEvents } from './event-names.ts';
import { EventTable } from './event-table.tsx';
import { findEvents, LogQuery } from './find-events.ts';
import type { Scanned } from './scan.ts';

const path = '/console/log';

/** The address of a page with the same filters. */
function addressWith(
  { before: _, after: __, revision: ___, ...filters }: LogQuery,
  place: Record<string, string>,
) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, ...place }))
    if (value !== '') query.set(name, value);
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

const Text = ({
  name,
  label,
  value,
  placeholder = '',
}: Record<'name' | 'label' | 'value', string> & { placeholder?: string }) => (
  <label>
    <span safe>{label}</span>
    <input type="search" name={name} value={attributeText(value)} placeholder={placeholder} />
  </label>
);

const Filters = ({ query }: { readonly query: LogQuery }) => (
  <form method="get" action={path} class="filters">
    <Text name="stream" label="Stream" value={query.stream ?? ''} placeholder="form-…" />
    <Text name="type" label="Event type" value={query.type ?? ''} />
    <Text name="account" label="Account" value={query.account ?? ''} placeholder="Id" />
    <label>
      <span>From, in UTC</span>
      <input type="datetime-local" name="since" value={query.since ?? ''} />
    </label>
    <label>
      <span>To</span>
      <input type="datetime-local" name="until" value={query.until ?? ''} />
    </label>
    <Text name="before" label="Before position" value={query.before ?? ''} />
    <button type="submit">Filter</button>
  </form>
);

interface FoundProps {
  readonly query: LogQuery;
  readonly found: Scanned;
}

/** The way through the log in both directions. */
const Places = ({ query, found: { events, next } }: FoundProps) => {
  const isForwards = (query.after ?? '') !== '';
  const [newest, oldest] = [events[0]?.position, events.at(-1)?.position];
  const older = isForwards ? oldest : next;
  const newer = isForwards
    ? next
    : (query.before ?? '') === '' && (query.until ?? '') === ''
      ? undefined
      : newest;
  return (
    <nav class="pages" aria-label="Pages">
      <a href={addressWith({ ...query, until: '' }, {})} rel="first">
        Newest
      </a>
      {newer !== undefined && newer !== null && (
        <a href={addressWith(query, { after: String(newer) })} rel="prev">
          Newer
        </a>
      )}
      {older !== undefined && older !== null && (
        <a href={addressWith(query, { before: String(older) })} rel="next">
          Older
        </a>
      )}
    </nav>
  );
};

/** The events of the log by time, stream, type, account and position, and the events of one stream. */
export function logPage(
  app: Routes,
  { aggregates, log, queries }: Pick<WebDeps, 'aggregates' | 'log' | 'queries'>,
): void {
  const title = 'Log';

  /** A page of a stream; null for a name that is no stream. */
  async function pageOf(stream: string, from: number | undefined) {
    try {
      const page = await log.readPage(stream, { direction: 'backwards', limit: rowsOnPage, from });
      return page.events.length > 0 ? page : null;
    } catch (error) {
      if (error instanceof StreamErased) return null;
      throw error;
    }
  }

  app.get(
    path,
    { config: { operatorsOnly: true }, schema: { querystring: LogQuery } },
    async (request, reply) => {
      const { query } = request;
      const { stream = '', revision } = query;
      const isOneStream =
        stream !== '' &&
        (query.before ?? '') === '' &&
        (query.after ?? '') === '' &&
        addressWith(query, {}) === streamUrl(stream);
      const page = isOneStream ? await pageOf(stream, revision) : null;
      const found = page ? null : await findEvents({ log, queries }, query);
      const events = page?.events ?? found?.events ?? [];
      const names = await namesOfEvents({ aggregates, queries }, events);
      const subject = page ? pageOfStream(stream) : null;
      const isTail = request.url === path;
      const polls = {
        'hx-get': path,
        'hx-trigger': 'every 2s',
        'hx-select': '#events',
        'hx-swap': 'outerHTML',
      };
      return show(
        reply,
        { title, actions: subject !== null && <a href={subject}>Its page</a> },
        <>
          <Filters query={query} />
          <div id="events" {...(isTail ? polls : {})}>
            <EventTable events={events} names={names} empty={<Empty title="No events match." />} />
          </div>
          {page !== null && (
            <Pages
              next={page.next === null ? null : `${streamUrl(stream)}&revision=${page.next}`}
              isLater={revision !== undefined}
              first={streamUrl(stream)}
            />
          )}
          {found !== null && (
            <>
              <Places query={query} found={found} />
              {found.next !== null && found.reached !== null && found.events.length < rowsOnPage && (
                <p class="note">
                  2,000 events were looked at, as far as <Time at={found.reached.toISOString()} />. Go on to
                  look at more.
                </p>
              )}
            </>
          )}
        </>,
      );
    },
  );
}
