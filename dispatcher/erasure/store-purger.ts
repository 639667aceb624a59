import type { ReadStore } from '../../coordination/read-store.ts';
import type { ErasureView } from '../../projections/read-models/erasures/queries.ts';
import { type CleaningDeps, MemberCleaner, type Obstacle, scrubbedAt } from './member-cleaner.ts';
import { record, type ReportWait, runStage, type StageDeps, waitForErasuresModel } from './stage.ts';

export interface StorePurgerDeps extends StageDeps, CleaningDeps {
  readonly store: Pick<ReadStore, 'members'>;
}

/**
 * Compacts every MongoDB member, so that emptied documents leave its files, and waits until the answers have
 * left each member's oplog: it holds every insert in full until it rolls over, and nothing can be deleted
 * from it.
 */
export function runStorePurger(deps: StorePurgerDeps, signal: AbortSignal): Promise<void> {
  const purger = new StorePurger(deps);
  const work = (erasures: readonly ErasureView[], reportWait: ReportWait, leading: AbortSignal) =>
    purger.purge(erasures, reportWait, leading);
  return runStage('store-purger', 'read_store', deps, work, signal);
}

class StorePurger {
  readonly #deps: StorePurgerDeps;
  /** By the names of the members. */
  readonly #cleaners = new Map<string, MemberCleaner>();

  constructor(deps: StorePurgerDeps) {
    this.#deps = deps;
  }

  /** @returns whether some of the erasures were completed */
  async purge(
    erasures: readonly ErasureView[],
    reportWait: ReportWait,
    signal: AbortSignal,
  ): Promise<boolean> {
    const last = erasures.map(scrubbedAt).reduce((most, one) => (one > most ? one : most), '');
    const obstaclesOf: ((erasure: ErasureView) => Obstacle | null)[] = [];
    for (const member of await this.#deps.store.members()) {
      signal.throwIfAborted();
      const { name } = member;
      reportWait('compaction', `MongoDB member ${name} is compacting its collections.`, [name]);
      obstaclesOf.push(await this.#cleanerOf(name).clean(member, last));
    }
    const isOpen = (erasure: ErasureView): boolean => obstaclesOf.some((of) => of(erasure) !== null);
    const open = erasures.find(isOpen);
    if (open)
      reportObstacles(
        reportWait,
        obstaclesOf.flatMap((of) => of(open) ?? []),
      );
    const ended = erasures.filter((erasure) => !isOpen(erasure));
    if (ended.length === 0) return false;
    const at = this.#deps.now().toISOString();
    for (const { id, account_id: accountId } of ended)
      await record(this.#deps, accountId, id, [{ type: 'CompleteErasure', submissionId: id, at }]);
    await waitForErasuresModel(this.#deps, signal);
    return true;
  }

  #cleanerOf(name: string): MemberCleaner {
    const known = this.#cleaners.get(name);
    if (known) return known;
    const cleaner = new MemberCleaner(this.#deps, name);
    this.#cleaners.set(name, cleaner);
    return cleaner;
  }
}

function reportObstacles(reportWait: ReportWait, obstacles: readonly Obstacle[]): void {
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
