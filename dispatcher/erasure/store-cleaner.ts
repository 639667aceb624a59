import type { ReadStore } from '../../coordination/read-store.ts';
import { type CleaningDeps, MemberCleaner, type Obstacle, type Scrubbed } from './member-cleaner.ts';
import type { ReportWait } from './stage.ts';

export interface StoreCleaningDeps extends CleaningDeps {
  readonly store: Pick<ReadStore, 'members'>;
}

/** Has every MongoDB member remove from its files what was emptied. */
export class StoreCleaner {
  readonly #deps: StoreCleaningDeps;
  /** By the names of the members. */
  readonly #cleaners = new Map<string, MemberCleaner>();

  constructor(deps: StoreCleaningDeps) {
    this.#deps = deps;
  }

  /**
   * Compacts the members.
   * @param last the time of the last emptied documents, ISO 8601
   * @returns a function that returns what keeps an erasure from being complete; nothing once no member's files hold it
   */
  async clean(
    last: string,
    reportWait: ReportWait,
    signal: AbortSignal,
  ): Promise<(erasure: Scrubbed) => readonly Obstacle[]> {
    const obstaclesOf: ((erasure: Scrubbed) => Obstacle | null)[] = [];
    for (const member of await this.#deps.store.members()) {
      signal.throwIfAborted();
      const { name } = member;
      reportWait('compaction', `MongoDB member ${name} is compacting its collections.`, [name]);
      obstaclesOf.push(await this.#cleanerOf(name).clean(member, last));
    }
    return (erasure) => obstaclesOf.flatMap((of) => of(erasure) ?? []);
  }

  #cleanerOf(name: string): MemberCleaner {
    const known = this.#cleaners.get(name);
    if (known) return known;
    const cleaner = new MemberCleaner(this.#deps, name);
    this.#cleaners.set(name, cleaner);
    return cleaner;
  }
}

/** Reports what an erasure waits for. */
export function reportObstacles(reportWait: ReportWait, obstacles: readonly Obstacle[]): void {
  const code = obstacles.some(({ kind }) => kind === 'compaction') ? 'compaction' : 'oplog';
  const members = obstacles.map(({ member }) => member);
  const message = members.map(({ message: one, since }) => `${one} Since ${since}.`).join(' ');
  reportWait(
    code,
    message,
    members.map(({ member }) => member),
    members,
  );
}
