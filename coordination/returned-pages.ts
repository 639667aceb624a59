import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReadStore } from './read-store.ts';

/** A sealed page by the hash of its address. */
interface StoredPage {
  readonly _id: string;
  /** ISO 8601. */
  readonly until: string;
  readonly sealed: string;
  /** The id of its form; absent from pages of earlier releases. */
  readonly form?: string;
}

/** Keeps sealed pages for a short time, so that a browser gets each by an address of its own from any process. */
export interface ReturnedPages {
  /** @param id a secret that only the browser gets @param form the id of the form */
  keep(id: string, sealed: string, form: string): Promise<void>;
  /** Returns a sealed page; null if there is none, or no longer. */
  find(id: string): Promise<string | null>;
}

/** For so long "back" and "reload" find a page. */
const lifetimeMs = 15 * 60_000;
/** So much later it is deleted at the latest. */
const deleteAfterMs = 60_000;

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');

export function openReturnedPages(store: ReadStore, now: () => Date = () => new Date()): ReturnedPages {
  const collection = store.named<StoredPage>('_returned_pages');
  let isDeletionPlanned = false;

  /** Deletes the pages that have expired by then, also if no other page is kept meanwhile. */
  async function deleteLater(ms: number): Promise<void> {
    if (isDeletionPlanned) return;
    isDeletionPlanned = true;
    await delay(ms, undefined, { ref: false });
    isDeletionPlanned = false;
    await collection.deleteMany({ until: { $lt: now().toISOString() } }).catch(() => undefined);
    const rest = await collection.findOne({}, { projection: { _id: 1 } }).catch(() => null);
    if (rest) void deleteLater(deleteAfterMs);
  }
  // Those of a process that was stopped.
  void deleteLater(deleteAfterMs);

  return {
    async keep(id, sealed, form) {
      const until = new Date(now().getTime() + lifetimeMs).toISOString();
      await collection.insertOne({ _id: hashOf(id), until, sealed, form });
      void deleteLater(deleteAfterMs);
    },
    async find(id) {
      const page = await collection.findOne({ _id: hashOf(id) });
      return page !== null && page.until > now().toISOString() ? page.sealed : null;
    },
  };
}
