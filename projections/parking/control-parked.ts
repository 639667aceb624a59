import type { ReadStore } from '../../coordination/read-store.ts';
import type { ParkedStatus } from '../generations/control/control-types.ts';
import { type ParkedDocument, readParked, requestRetry } from './parked-keys.ts';

const maxListed = 1_000;

/**
 * Lets operators list, retry and skip parked keys.
 * @param idsOf returns the ids of a model's generations; empty for an unknown model
 */
export function parkedControl(store: ReadStore, idsOf: (name: string) => Promise<readonly string[]>) {
  return {
    async parked(name: string): Promise<readonly ParkedStatus[] | null> {
      const ids = await idsOf(name);
      return ids.length === 0 ? null : (await readParked(store, ids, maxListed)).map(statusOf);
    },
    async retry(name: string, eventId: string | null): Promise<number | null> {
      const ids = await idsOf(name);
      return ids.length === 0 ? null : requestRetry(store, ids, eventId);
    },
    async maySkip(name: string, eventId: string) {
      const ids = await idsOf(name);
      if (ids.length === 0) return 'not_found' as const;
      const found = await readParked(store, ids, Infinity);
      return found.some(({ event }) => event.id === eventId) ? null : ('not parked' as const);
    },
  };
}

const statusOf = ({ scope, event, cause, reason, ...parked }: ParkedDocument): ParkedStatus => ({
  generation: parked.generation,
  scope,
  account_id: parked.accountId,
  cause,
  reason,
  event: { ...event, position: String(parked.from) },
  events: parked.events,
  since: parked.since,
  retried_at: parked.retried_at,
  is_retry_asked: parked.retry_asked_at !== null,
});
