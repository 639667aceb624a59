import Type, { type Static } from 'typebox';
import { invalidRequest } from '../../../api/errors/errors.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import type { WebDeps } from '../../web-deps.ts';
import { scanLog, type Scanned } from './scan.ts';

const Position = Type.Optional(Type.String({ pattern: '^\\d{0,20}$' }));
const Moment = Type.Optional(Type.String({ pattern: '^(?:\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d)?$' }));
/** The filters of the log page. */
export const LogQuery = Type.Object({
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
export type LogQuery = Static<typeof LogQuery>;

const countedAccounts = 100;

function timeIn(minute: string | undefined): Date | undefined {
  if (minute === undefined || minute === '') return undefined;
  const time = new Date(`${minute}:00.000Z`);
  if (Number.isNaN(time.getTime())) throw invalidRequest(`There is no moment ${minute}.`);
  return time;
}

function orRefuse(found: Scanned | null): Scanned {
  if (!found) throw invalidRequest('No event begins at this position.');
  return found;
}

/** Where the scan for a time begins. */
async function placeOf(
  { queries }: Pick<WebDeps, 'queries'>,
  until: Date | undefined,
): Promise<bigint | undefined> {
  if (!until) return undefined;
  const { items } = await queries.accounts.list({ limit: countedAccounts });
  const accounts = items.map(({ id }) => id);
  return (await queries.overTime.positionAfter(until.toISOString(), accounts)) ?? undefined;
}

/**
 * Finds a page of the events of the log that match the filters of an address.
 * @throws ApiError `invalid_request` for a time or a position that does not exist
 */
export async function findEvents(
  { log, queries }: Pick<WebDeps, 'log' | 'queries'>,
  query: LogQuery,
): Promise<Scanned> {
  const { stream = '', type = '', account = '', before = '', after = '' } = query;
  const [since, until] = [timeIn(query.since), timeIn(query.until)];
  const fits = ({ stream: name, event, metadata, recordedAt }: RecordedEvent) =>
    name.startsWith(stream) &&
    event.type.toLowerCase().includes(type.toLowerCase()) &&
    (account === '' || metadata.accountId === account) &&
    (since === undefined || recordedAt >= since) &&
    (until === undefined || recordedAt < until);
  if (after !== '') return orRefuse(await scanLog(log, { direction: 'forwards', from: BigInt(after), fits }));
  const backwards = { direction: 'backwards', since, fits } as const;
  if (before !== '') return orRefuse(await scanLog(log, { ...backwards, from: BigInt(before) }));
  const found = await scanLog(log, { ...backwards, from: await placeOf({ queries }, until) });
  // The event that was taken for the place of the time may be gone from the log.
  return found ?? orRefuse(await scanLog(log, backwards));
}
