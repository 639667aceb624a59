import type { LogPage, LogPageRequest } from '../event-log.ts';
import { LogUnavailable } from '../log-errors.ts';
import { isInsideRecord, readAll } from './client/index.ts';
import type { ReadPage } from './pages.ts';
import { toItem } from './recorded.ts';

/**
 * Reads a page of the whole log. Events of others, and events that this release cannot decode, are left out.
 * @returns null for a position at which no event begins
 * @throws LogUnavailable
 */
export async function readLogPage(
  page: ReadPage,
  { direction, from, limit }: LogPageRequest,
): Promise<LogPage | null> {
  const place = from === undefined ? undefined : { commit: from, prepare: from };
  try {
    // Forwards, the event at the position is the first.
    const count = direction === 'forwards' && place ? limit + 1 : limit;
    const read = await page(readAll({ direction, from: place, count }));
    const found = read.filter(({ position }) => position.commit !== from);
    const last = found.at(-1)?.position.commit ?? null;
    const events = found.flatMap((stored) => {
      if (stored.streamId.startsWith('$')) return [];
      const { event } = toItem(stored);
      return event ? [event] : [];
    });
    return { events, next: read.length < count ? null : last };
  } catch (error) {
    if (isInsideRecord(error)) return null;
    throw new LogUnavailable(error);
  }
}
