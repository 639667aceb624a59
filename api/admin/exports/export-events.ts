import Type from 'typebox';
import { Value } from 'typebox/value';
import type { EventLog, StoredEvent } from '../../../log/event-log.ts';
import { chain } from '../../../log/hash-chain.ts';
import { shownData } from '../../../projections/queries/without-secrets.ts';
import type { EventExportQuery } from '../../contract/submissions/exports.ts';
import { wrongTogether } from '../../errors/errors.ts';
import { logPointOf } from '../../requests/log-points.ts';

const Written = Type.Object({ accountId: Type.String() });

/** Whether an event is selected; 'over' once no selected event can follow. */
function selector({ from, to, type, account_id }: EventExportQuery, head: bigint) {
  const start = from === undefined ? null : logPointOf(from, 'from', 'query');
  const end = to === undefined ? null : logPointOf(to, 'to', 'query');
  return ({ position, recordedAt, type: written, metadata }: StoredEvent): boolean | 'over' => {
    if (position > head) return 'over';
    if (end && ('position' in end ? position > end.position : recordedAt > end.time)) return 'over';
    if (start && ('position' in start ? position < start.position : recordedAt < start.time)) return false;
    if (type !== undefined && type !== written) return false;
    return account_id === undefined || (Value.Check(Written, metadata) && metadata.accountId === account_id);
  };
}

/** Replaces an end in the future by the present end, so that repeated exports agree. */
function presentEnd(to: string | undefined, head: bigint): string {
  if (to === undefined) return String(head);
  const end = logPointOf(to, 'to', 'query');
  if ('position' in end) return String(end.position < head ? end.position : head);
  return end.time < new Date() ? to : String(head);
}

const lineOf = ({ position, recordedAt, stream, revision, id, type, metadata, data }: StoredEvent) => ({
  position: String(position),
  recorded_at: recordedAt.toISOString(),
  stream,
  revision,
  id,
  type,
  metadata,
  data: typeof data === 'object' && data !== null ? shownData(type, { ...data }) : data,
});

/** The position where reading begins: the last one received, else the first one selected. */
function startOf({ from, after }: EventExportQuery): bigint | null {
  if (after !== undefined) return BigInt(after);
  const start = from === undefined ? null : logPointOf(from, 'from', 'query');
  return start && 'position' in start ? start.position : null;
}

/**
 * The lines of an export of events: the selection, the events, and their number, in a chain of
 * hashes. The same selection gives the same lines again, as long as nothing was erased.
 * @param isErased whether an event is left out; asked in the order of the log
 * @throws ApiError if only a part of the resume point is given; LogUnavailable
 */
export async function exportEvents(
  log: EventLog,
  isErased: (event: Pick<StoredEvent, 'stream' | 'data'>) => boolean,
  query: EventExportQuery,
): Promise<AsyncIterable<string>> {
  const { after, hash, count, ...selection } = query;
  const resumed = [after, hash, count].filter((part) => part !== undefined).length;
  if (resumed !== 0 && resumed !== 3)
    throw wrongTogether('after, hash and count must be given together.', ['after', 'hash', 'count']);
  const head = (await log.head()) ?? 0n;
  const select = selector(selection, head);

  async function* lines(): AsyncGenerator<string> {
    let [previous, written] = [hash ?? '', count ?? 0];
    const next = (record: object): string => {
      const linked = chain(previous, record);
      previous = linked.hash;
      return `${linked.line}\n`;
    };
    if (resumed === 0)
      yield next({ formlog_export: 'events', version: 1, ...selection, to: presentEnd(selection.to, head) });
    for await (const event of log.readStored({ from: startOf(query), stream: selection.stream })) {
      if (after !== undefined && event.position <= BigInt(after)) continue;
      const selected = select(event);
      if (selected === 'over') break;
      // Until the log is scavenged it still holds erased events, which must not be exported.
      if (!selected || isErased(event)) continue;
      written += 1;
      yield next(lineOf(event));
    }
    yield next({ end: true, count: written });
  }
  return lines();
}
