import { LRUCache } from 'lru-cache';
import { inParallel } from '../../async/in-parallel.ts';
import type { EventLog, LogItem, RecordedEvent } from '../../log/event-log.ts';
import { readUnlessErased } from '../../log/read-unless-erased.ts';
import type { Beginnings, EventProcessor } from '../projection.ts';
import type { VersionedDocument } from './versioned-document.ts';

type Documents = ReadonlyMap<string, VersionedDocument>;

/** What decides which documents the events of a batch begin. */
export interface Origins {
  /** The states of the accounts before the batch, by id. An account without a state has no entry. */
  readonly states: Documents;
  /** The first events of the streams of those events that need them, by the id of the event. */
  readonly firsts: ReadonlyMap<string, RecordedEvent>;
}

export const nothingBegins: Origins = { states: new Map(), firsts: new Map() };

/** Returns the `_id` of the state that decides what an event begins. */
export const stateIdOf = ({ prefix }: Pick<Beginnings, 'prefix'>, { metadata }: RecordedEvent): string =>
  prefix + metadata.accountId;

/** Whether a document is the state of an account. */
export const isState = ({ beginnings }: Pick<EventProcessor, 'beginnings'>, id: string): boolean =>
  beginnings !== undefined && id.startsWith(beginnings.prefix);

const parallelReads = 16;

/**
 * Loads what decides which documents a batch begins.
 * @param load returns stored documents by id
 * @throws LogUnavailable, and any error of `load`
 */
export async function loadOrigins(
  { beginnings }: Pick<EventProcessor, 'beginnings'>,
  items: readonly LogItem[],
  load: (ids: ReadonlySet<string>) => Promise<Documents>,
  log: Pick<EventLog, 'readEvent'>,
): Promise<Origins> {
  if (!beginnings) return nothingBegins;
  const { on, begunBy, needsFirst } = beginnings;
  const events = items.flatMap(({ event }) => event ?? []);
  const begins = events.filter(({ event: { type } }) => begunBy.includes(type));
  const needed = [...begins, ...events.filter(({ event: { type } }) => on[type] !== undefined)];
  if (needed.length === 0) return nothingBegins;
  const firsts = new Map<string, RecordedEvent>();
  await inParallel(parallelReads, begins.filter(needsFirst), async ({ id, stream }) => {
    const first = await readUnlessErased(log, stream, 0);
    if (first) firsts.set(id, first);
  });
  return { states: await load(new Set(needed.map((event) => stateIdOf(beginnings, event)))), firsts };
}

/** Many accounts submit at once; the states of those with many destinations are large. */
const cachedStates = 2_000;

/** Caches the states that a runner has read or written. */
export class StateCache {
  readonly #load: (ids: readonly string[]) => Promise<Documents>;
  readonly #states = new LRUCache<string, { readonly stored: VersionedDocument | null }>({
    max: cachedStates,
  });

  /** @param load returns stored documents by id */
  constructor(load: (ids: readonly string[]) => Promise<Documents>) {
    this.#load = load;
  }

  async load(ids: ReadonlySet<string>): Promise<Documents> {
    const known = new Map<string, VersionedDocument>();
    const missing: string[] = [];
    for (const id of ids) {
      const cached = this.#states.get(id);
      if (cached?.stored) known.set(id, cached.stored);
      else if (!cached) missing.push(id);
    }
    if (missing.length === 0) return known;
    const found = await this.#load(missing);
    for (const id of missing) {
      const stored = found.get(id) ?? null;
      this.#states.set(id, { stored });
      if (stored) known.set(id, stored);
    }
    return known;
  }

  /** Records the states that were written. */
  update(states: Documents): void {
    for (const [id, stored] of states) this.#states.set(id, { stored });
  }

  /** Forgets all states, after a write whose outcome is not known. */
  clear(): void {
    this.#states.clear();
  }
}
