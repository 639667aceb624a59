import type { RecordedEvent } from '../../../log/event-log.ts';
import { unlessErased } from '../../../log/read-unless-erased.ts';
import { eventEntry } from '../../../projections/queries/event-entry.ts';
import { historyQueries } from '../../../projections/queries/history.ts';
import type { ApiDeps } from '../../api-deps.ts';

/** Yields the events of streams as lines of JSON, stream by stream, without secrets. A stream that is erased meanwhile is left out. */
export async function* historyLines(
  deps: Pick<ApiDeps, 'definitions' | 'deliveries' | 'log'>,
  streams: readonly string[],
): AsyncGenerator<string> {
  const { dataOf } = historyQueries(deps);
  for (const stream of streams) {
    const events: AsyncIterator<RecordedEvent> = deps.log.readStream(stream)[Symbol.asyncIterator]();
    for (;;) {
      const read = await unlessErased(events.next());
      if (!read || read.done === true) break;
      yield `${JSON.stringify(eventEntry(read.value, await dataOf(read.value)))}\n`;
    }
  }
}
