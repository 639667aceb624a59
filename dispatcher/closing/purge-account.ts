import { eraseTraces, traceCollections } from '../../coordination/account-traces.ts';
import { accountCollections, removeAccount } from '../../projections/generations/account-documents.ts';
import type { Aliases } from '../../projections/generations/aliases.ts';
import type { ClosingView } from '../../projections/read-models/closings/queries.ts';
import {
  describePending,
  names,
  purgeAfterCounting,
  type PurgeDeps,
  toActivity,
} from '../erasure/log-purger.ts';
import { MemberCleaner } from '../erasure/member-cleaner.ts';
import { reportBuilds, type ReportWait } from '../erasure/stage.ts';

export interface AccountPurgerDeps extends PurgeDeps {
  readonly aliases: Aliases;
  readonly now: () => Date;
}

const nothing = { forms: [], keys: [], destinations: [] };

/**
 * Has the event store purge the deleted streams from the files of every member, then removes what is left of the account from the
 * read store: a build that ran meanwhile may have written it again.
 * @returns the time after which nothing of it was written to the read store, ISO 8601; null while members are awaited
 * @throws LogUnavailable, and any error of the read models
 */
export async function purgeAccount(
  deps: AccountPurgerDeps,
  { id, deleted_position: deleted }: Pick<ClosingView, 'deleted_position' | 'id'>,
  reportWait: ReportWait,
  signal: AbortSignal,
): Promise<string | null> {
  const position = BigInt(deleted ?? 0);
  reportWait('scavenge', 'The members of the event store are asked whether they still hold deleted events.');
  const { cleanUpTo, pending } = await purgeAfterCounting(deps, [position], reportWait, signal);
  if (pending.length > 0)
    reportWait('scavenge', describePending(pending), names(pending), pending.map(toActivity));
  if (position >= cleanUpTo) return null;
  await hideAccount(deps, id, position, reportWait, signal);
  return new Date(Math.max(deps.now().getTime(), (await deps.store.clock()).getTime())).toISOString();
}

/** Removes every document of an account from the read store, once nothing can write what it read before a position. */
export async function hideAccount(
  deps: AccountPurgerDeps,
  accountId: string,
  position: bigint,
  reportWait: ReportWait,
  signal: AbortSignal,
): Promise<void> {
  const onWait = reportBuilds(reportWait, 'read_models', 'It is being removed from the read models.');
  await removeAccount({ ...deps, onWait }, accountId, position, signal);
  await eraseTraces(deps.store, accountId, nothing);
}

/** Compacts the members of MongoDB after the erasure of accounts. */
export class AccountCleaner {
  readonly #deps: AccountPurgerDeps;
  /** By the names of the members. */
  readonly #cleaners = new Map<string, MemberCleaner>();

  constructor(deps: AccountPurgerDeps) {
    this.#deps = deps;
  }

  /** @returns whether no member's files hold the account any more */
  async clean(
    closing: Pick<ClosingView, 'scrubbed_at'>,
    reportWait: ReportWait,
    signal: AbortSignal,
  ): Promise<boolean> {
    const obstacles = [];
    for (const member of await this.#deps.store.members()) {
      signal.throwIfAborted();
      const { name } = member;
      reportWait('compaction', `MongoDB member ${name} is compacting its collections.`, [name]);
      const obstacleOf = await this.#cleanerOf(name).clean(member, closing.scrubbed_at ?? '');
      obstacles.push(...[obstacleOf(closing)].flatMap((one) => one ?? []));
    }
    if (obstacles.length === 0) return true;
    const members = obstacles.map(({ member }) => member);
    const message = members.map(({ message: words, since }) => `${words} Since ${since}.`).join(' ');
    const code = obstacles.some(({ kind }) => kind === 'compaction') ? 'compaction' : 'oplog';
    reportWait(
      code,
      message,
      members.map(({ member }) => member),
      members,
    );
    return false;
  }

  #cleanerOf(name: string): MemberCleaner {
    const known = this.#cleaners.get(name);
    if (known) return known;
    const { aliases, now } = this.#deps;
    const collections = () => [...accountCollections(aliases).map(({ id }) => id), ...traceCollections];
    const cleaner = new MemberCleaner({ aliases, now, collections }, name);
    this.#cleaners.set(name, cleaner);
    return cleaner;
  }
}
