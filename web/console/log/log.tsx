import Type, { type Static } from 'typebox';
import { invalidRequest } from '../../../api/errors/errors.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
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
import { scanLog, type Scanned } from './scan.ts';

const Position = Type.Optional(Type.String({ pattern: '^\\d{0,20}$' }));
const Moment = Type.Optional(Type.String({ pattern: '^(?:\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d)?$' }));
const LogQuery = Type.Object({
  /** A whole name of a stream, or its beginning. */
  stream: Type.Optional(Type.String({ maxLength: 200 })),
  type: Type.Optional(Type.String({ maxLength: 100 })),
  account: Type.Optional(Type.String({ maxLength: 100 })),
  /** Minutes in UTC. */
  since: Moment,
  until: Moment,
  /** The positions before which, or after which, a page begins. */
  before: Position,
  after: Position,
  /** The newest revision of a page of a stream. */
  revision: Type.Optional(Type.Integer({ minimum: 0 })),
});
type LogQuery = Static<typeof LogQuery>;

const path = '/console/log';
const countedAccounts = 100;

function timeIn(minute: string | undefined): Date | undefined {
  if (minute === undefined || minute === '') return undefined;
  const time = new Date(`${minute}:00.000Z`);
  if (Number.isNaN(time.getTime())) throw invalidRequest(`There is no moment ${minute}.`);
  return time;
}

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
export function logPage(app: Routes, { log, queries }: Pick<WebDeps, 'log' | 'queries'>): void {
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

  /** Where the scan for a time begins. */
  async function placeOf(until: Date | undefined): Promise<bigint | undefined> {
    if (!until) return undefined;
    const { items } = await queries.accounts.list({ limit: countedAccounts });
    const accounts = items.map(({ id }) => id);
    return (await queries.overTime.positionAfter(until.toISOString(), accounts)) ?? undefined;
  }

  async function find(query: LogQuery): Promise<Scanned> {
    const { stream = '', type = '', account = '', before = '', after = '' } = query;
    const [since, until] = [timeIn(query.since), timeIn(query.until)];
    const fits = ({ stream: name, event, metadata, recordedAt }: RecordedEvent) =>
      name.startsWith(stream) &&
      event.type.toLowerCase().includes(type.toLowerCase()) &&
      (account === '' || metadata.accountId === account) &&
      (since === undefined || recordedAt >= since) &&
      (until === undefined || recordedAt < until);
    if (after !== '')
      return orRefuse(await scanLog(log, { direction: 'forwards', from: BigInt(after), fits }));
    const backwards = { direction: 'backwards', since, fits } as const;
    if (before !== '') return orRefuse(await scanLog(log, { ...backwards, from: BigInt(before) }));
    const found = await scanLog(log, { ...backwards, from: await placeOf(until) });
    // The event that was taken for the place of the time may be gone from the log.
    return found ?? orRefuse(await scanLog(log, backwards));
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
      const found = page ? null : await find(query);
      const events = page?.events ?? found?.events ?? [];
      const names = await namesOfEvents({ queries }, events);
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

function orRefuse(found: Scanned | null): Scanned {
  if (!found) throw invalidRequest('No event begins at this position.');
  return found;
}
