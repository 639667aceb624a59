import type { EventLog, RecordedEvent } from '../../../log/event-log.ts';
import { rowsOnPage } from '../parts/pager.ts';

/** So many events of the log are looked at for one page. */
const lookedAt = 2_000;
const readAtOnce = 200;

export interface ScanRequest {
  readonly direction: 'forwards' | 'backwards';
  /** The position where the scan begins, which is left out; by default the end of the log. */
  readonly from?: bigint | undefined;
  /** Ends a backward scan at events that were recorded before. */
  readonly since?: Date | undefined;
  readonly fits: (event: RecordedEvent) => boolean;
}

export interface Scanned {
  /** Newest first. */
  readonly events: readonly RecordedEvent[];
  /** Where the scan stopped and continues in the same direction; null where nothing is left. */
  readonly next: bigint | null;
  /** The time of the last event that was looked at; null without any. */
  readonly reached: Date | null;
}

/** Finds events of the whole log for one page. Looks at a limited number, however few fit. @returns null for a position without an event */
export async function scanLog(
  log: Pick<EventLog, 'readLogPage'>,
  { direction, from, since, fits }: ScanRequest,
): Promise<Scanned | null> {
  const found: RecordedEvent[] = [];
  let next: bigint | null = from ?? null;
  let reached: Date | null = null;
  for (let looked = 0; looked < lookedAt; looked += readAtOnce) {
    const page = await log.readLogPage({ direction, from: next ?? undefined, limit: readAtOnce });
    if (!page) return null;
    for (const event of page.events) {
      reached = event.recordedAt;
      if (direction === 'backwards' && since && event.recordedAt < since)
        return { events: found, next: null, reached };
      if (!fits(event)) continue;
      found.push(event);
      if (found.length === rowsOnPage)
        return { events: inOrder(found, direction), next: event.position, reached };
    }
    next = page.next;
    if (next === null) break;
  }
  return { events: inOrder(found, direction), next, reached };
}

const inOrder = (events: readonly RecordedEvent[], direction: ScanRequest['direction']) =>
  direction === 'forwards' ? events.toReversed() : events;
