import type { Collection, Filter } from 'mongodb';
import { openTurns } from '../../../async/turns.ts';
import type { Stored } from '../../collections.ts';
import type { Keyset } from '../../queries/keyset.ts';
import { type SubmissionDocument, wordIndex } from './document.ts';
import { conditionOf, notAllIndexed, type Term, type WordCondition } from './search-terms.ts';

/** The submissions that the index finds for one word are read if there are at most so many. */
export const mostFound = 3_000;
/** The submissions of which not all words are indexed: so many of the newest are read. */
const mostNotAllIndexed = 2_000;
/** So many words are looked up, the longest first, before a search reads the submissions in the order of time. */
const mostLookedUp = 4;
const batchSize = 500;
const chunkSize = 100;

/** Submissions that may have all words of a search. */
export interface Candidates {
  /** Newest first. */
  readonly keys: readonly Keyset[];
  /** The last of the candidates, if there are older ones; otherwise null. */
  readonly edge: Keyset | null;
  /** The time of the oldest submission that is among them without regard to its indexed words; null if all such are. */
  readonly longAnswersBackTo: string | null;
}

export interface CandidateRequest {
  readonly formId: string;
  readonly terms: readonly Term[];
  /** The conditions of the term that the index is asked for. */
  readonly word: readonly WordCondition[];
  /** The conditions on the submissions, besides their form and words. */
  readonly conditions: readonly Filter<Stored<SubmissionDocument>>[];
  readonly after?: Keyset | undefined;
  /** At most so many of the candidates are read. */
  readonly mostRead: number;
}

const isOlder = (a: Keyset, b: Keyset): boolean => a.at < b.at || (a.at === b.at && a.id < b.id);

export function openCandidates(collection: Collection<Stored<SubmissionDocument>>) {
  const { keys: hint } = wordIndex;

  /** Whether the index finds at most so many submissions for a word. */
  async function isRare(
    formId: string,
    conditions: readonly WordCondition[],
    most: number,
  ): Promise<boolean> {
    let found = 0;
    for (const condition of conditions) {
      if (found > most) return false;
      found += await collection.countDocuments({ form_id: formId, ...condition }, { hint, limit: most + 1 });
    }
    return found <= most;
  }

  /** Reads where the submissions are that satisfy conditions. */
  async function keysOf(
    conditions: readonly Filter<Stored<SubmissionDocument>>[],
    newest: number | null = null,
  ): Promise<Keyset[]> {
    const cursor = collection
      .find({ $and: [...conditions] }, { hint })
      .project<Stored<Pick<SubmissionDocument, 'submitted_at'>>>({ submitted_at: 1 })
      .batchSize(batchSize);
    if (newest !== null) cursor.sort({ submitted_at: -1, _id: -1 }).limit(newest);
    const keys: Keyset[] = [];
    const turns = openTurns();
    for await (const { submitted_at: at, _id: id } of cursor) {
      keys.push({ at, id });
      if (turns.isOver()) await turns.next();
    }
    return keys;
  }

  return {
    /**
     * Finds the conditions of a term that holds for at most so many submissions, by the index; null if none does.
     * @throws MongoServerError without the index
     */
    async rareWord(
      formId: string,
      terms: readonly Term[],
      most: number,
    ): Promise<readonly WordCondition[] | null> {
      for (const { conditions } of terms.filter((term) => term.conditions !== null).slice(0, mostLookedUp))
        if (conditions && (await isRare(formId, conditions, most))) return conditions;
      return null;
    },

    /** Finds the candidates of a search. @throws MongoServerError without the index */
    async find(request: CandidateRequest): Promise<Candidates> {
      const { formId, terms, word, conditions, after, mostRead } = request;
      const ofForm = { form_id: formId };
      const others = terms.filter((term) => term.conditions !== word).map(conditionOf);
      const byId = new Map<string, Keyset>();
      for (const condition of word)
        for (const key of await keysOf([{ ...ofForm, ...condition }, ...conditions, ...others]))
          byId.set(key.id, key);
      // The first page does not come to more of them. Any other may come to the last.
      const isFirst = after === undefined && mostRead < mostNotAllIndexed;
      const most = isFirst ? mostRead : mostNotAllIndexed;
      const long = await keysOf([{ ...ofForm, ...notAllIndexed }, ...conditions], most + 1);
      const hasMore = long.length > most;
      if (hasMore) long.pop();
      const oldest = hasMore ? (long.at(-1) ?? null) : null;
      const edge = isFirst ? oldest : null;
      for (const key of long) byId.set(key.id, key);
      const found = [...byId.values()].filter(
        (key) => (after === undefined || isOlder(key, after)) && (edge === null || !isOlder(key, edge)),
      );
      return {
        keys: found.sort((a, b) => (isOlder(a, b) ? 1 : -1)),
        edge,
        longAnswersBackTo: isFirst ? null : (oldest?.at ?? null),
      };
    },

    /** Reads submissions in a given order, without those that are gone. */
    async *read(keys: readonly Keyset[]): AsyncGenerator<Stored<SubmissionDocument>> {
      for (let start = 0; start < keys.length; start += chunkSize) {
        const ids = keys.slice(start, start + chunkSize).map(({ id }) => id);
        const byId = new Map<string, Stored<SubmissionDocument>>();
        for await (const doc of collection.find({ _id: { $in: ids }, form_id: { $exists: true } }))
          byId.set(doc._id, doc);
        for (const id of ids) {
          const doc = byId.get(id);
          if (doc) yield doc;
        }
      }
    },
  };
}
