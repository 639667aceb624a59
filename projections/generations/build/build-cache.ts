import { LRUCache } from 'lru-cache';
import type { Documents } from '../../runner/documents.ts';
import type { VersionedDocument } from '../../runner/versioned-document.ts';
import type { WriteBehind } from '../../runner/write-behind.ts';
import type { BloomFilter } from './bloom-filter.ts';

const cachedDocuments = 100;

/** Caches the documents of a build, and reads from the store only those that may exist. */
export class BuildCache {
  readonly #documents: Pick<Documents, 'load'>;
  readonly #filter: BloomFilter | null;
  readonly #writing: Pick<WriteBehind, 'pending'>;
  readonly #recent = new LRUCache<string, VersionedDocument>({ max: cachedDocuments });

  /** @param filter the keys that may be stored; null if it is not known */
  constructor(
    documents: Pick<Documents, 'load'>,
    filter: BloomFilter | null,
    writing: Pick<WriteBehind, 'pending'>,
  ) {
    this.#documents = documents;
    this.#filter = filter;
    this.#writing = writing;
  }

  async load(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, VersionedDocument>> {
    const known = new Map<string, VersionedDocument>();
    const missing: string[] = [];
    for (const key of keys) {
      if (this.#filter !== null && !this.#filter.add(key)) continue;
      const stored = this.#recent.get(key) ?? this.#writing.pending(key);
      if (stored) known.set(key, stored);
      else missing.push(key);
    }
    for (const [key, stored] of await this.#documents.load(missing)) known.set(key, stored);
    return known;
  }

  update(changes: ReadonlyMap<string, VersionedDocument>): void {
    for (const [key, stored] of changes) this.#recent.set(key, stored);
  }
}
