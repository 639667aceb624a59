import type { Table } from '../../../embedded-server/src/journal/table.ts';
import { createRecentMap } from './recent-map.ts';
import { idOf, revisionOf, streamOf } from './record.ts';

/** The place of the event with an id. */
export interface KnownEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
}

/**
 * The last events by their ids: a repeated append that expects any revision is recognised among them, as in the real
 * server. A repetition with an exact expected revision is always recognised.
 */
export interface RecentIds {
  get(id: Buffer): KnownEvent | undefined;
  add(id: Buffer, event: KnownEvent): void;
  remove(id: Buffer): void;
}

const limit = 10_000;

/** Starts with the last events of the log, so that a repetition is recognised after a restart, too. */
export function createRecentIds(log: Pick<Table<number, Buffer>, 'getRange'>): RecentIds {
  const known = createRecentMap<KnownEvent>(limit);
  const add = (id: Buffer, event: KnownEvent): void => known.set(id.toString('latin1'), event);
  const end = [...log.getRange({ reverse: true, limit })].reverse();
  for (const { key, value } of end) {
    add(idOf(value), { stream: streamOf(value), revision: revisionOf(value), position: key });
  }
  return {
    add,
    get: (id) => known.get(id.toString('latin1')),
    remove: (id) => known.delete(id.toString('latin1')),
  };
}
