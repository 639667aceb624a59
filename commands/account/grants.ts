import { LRUCache } from 'lru-cache';
import { mutex } from '../../async/mutex.ts';
import type { AccountCommand } from '../../domain/account/commands.ts';
import { account } from '../../domain/account/decider.ts';
import type { DomainEvent } from '../../domain/event-registry.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CoreDeps } from '../core-deps.ts';
import { notFound, type Refusal } from '../refusal.ts';
import { type Plan, planNamed } from './plans.ts';

/** A grant of an account's limited resource, as counted in the account's stream. */
export interface Grant {
  /** The account's revision that includes this grant. */
  readonly revision: number;
  /** Whether the resource had no grant before: if the grant is not used after all, it must be released. */
  readonly isFirst: boolean;
}

/** A resource of which an account may have a limited number, such as published forms. */
export interface GrantKind {
  /** Returns the plan's limit; null for none. */
  readonly limitOf: (plan: Plan) => number | null;
  readonly grant: (id: string, limit: number | null, at: string) => AccountCommand;
  readonly release: (id: string, at: string) => AccountCommand;
  /** Returns the ids to which an event gives grants. */
  readonly grantedIn: (event: DomainEvent) => readonly string[];
  /** Returns the id whose grant an event releases; null if it releases none. */
  readonly releasedIn: (event: DomainEvent) => string | null;
  /** Revokes the unused grants of an id. @returns false if a grant is in use */
  readonly revoke: (deps: CoreDeps, id: string, context: CommandContext) => Promise<boolean>;
}

/** The grants of one kind. */
export interface Grants {
  /** Takes a grant, also for an id that has one: each call appends an event. */
  take(id: string, context: CommandContext): Promise<Result<Grant, Refusal>>;
  /** Returns the account's revision, since which an earlier grant is released. */
  revisionOf(accountId: string): Promise<number>;
  /** Releases a grant, unless another one was taken after the account's revision `since`. */
  releaseGrant(id: string, since: number, context: CommandContext): Promise<void>;
}

const reconcileEveryMs = 10_000;

/**
 * Opens the grants of one kind. A fixed order keeps the limit exact with any number of processes. To use a grant,
 * a process reads the stream of the resource, takes the grant, and appends at the revision that it read. To give up the
 * resource, it appends first and releases the grant afterwards, unless a grant was taken since. A process that releases
 * the grant of another first revokes it by an event in the resource's stream, so that the other cannot use it.
 */
export function openGrants(deps: CoreDeps, kind: GrantKind): Grants {
  // Each release reads the account's stream and appends at the revision that it read.
  const exclusively = mutex();
  const reconciled = new LRUCache<string, Promise<number>>({ max: 10_000, ttl: reconcileEveryMs });

  async function take(id: string, context: CommandContext): Promise<Result<Grant, Refusal>> {
    const taken = await takeOnce(deps, kind, id, context);
    if (taken.ok || taken.error.code !== 'plan_limit_reached') return taken;
    return (await reconcileOnce(context)) === 0 ? taken : takeOnce(deps, kind, id, context);
  }

  async function revisionOf(accountId: string): Promise<number> {
    return (await deps.aggregates.load(account, streamOf.account(accountId))).revision;
  }

  function reconcileOnce(context: CommandContext): Promise<number> {
    const known = reconciled.get(context.accountId);
    if (known) return known;
    const run = reconcile(deps, kind, context);
    reconciled.set(context.accountId, run);
    run.catch(() => reconciled.delete(context.accountId));
    return run;
  }

  // A request writes to its account's stream several times, and to other streams. A repetition may take a grant again.
  return {
    take: (id, { requestKey: _, ...context }) => take(id, context),
    revisionOf,
    releaseGrant: (id, since, { requestKey: _, ...context }) =>
      exclusively(context.accountId, () => releaseGrant(deps, kind, id, since, context)),
  };
}

async function takeOnce(
  { aggregates, plans, now }: CoreDeps,
  kind: GrantKind,
  id: string,
  context: CommandContext,
): Promise<Result<Grant, Refusal>> {
  const stream = streamOf.account(context.accountId);
  const { state } = await aggregates.load(account, stream, 1_000);
  if (!state.exists) return notFound;
  const limit = kind.limitOf(planNamed(plans, state.plan));
  const at = now().toISOString();
  const taken = await aggregates.execute(
    account,
    stream,
    [kind.release(id, at), kind.grant(id, limit, at)],
    context,
  );
  if (!taken.ok) return taken;
  return ok({ revision: taken.value.revision, isFirst: taken.value.events.length === 1 });
}

async function releaseGrant(
  { log, aggregates, now }: CoreDeps,
  kind: GrantKind,
  id: string,
  since: number,
  context: CommandContext,
): Promise<void> {
  const stream = streamOf.account(context.accountId);
  for (;;) {
    let expectedRevision = since;
    for await (const { event, revision } of log.readStream(stream, since + 1)) {
      if (kind.grantedIn(event).includes(id)) return;
      expectedRevision = revision;
    }
    const command = kind.release(id, now().toISOString());
    const released = await aggregates.executeAt(account, stream, expectedRevision, [command], context);
    if (released.ok || released.error.code !== 'revision_mismatch') return;
  }
}

/**
 * Releases the grants that are not in use. Whether their processes died, sleep or are only slow cannot be
 * known: each grant is first revoked. A process that is only slow takes another grant.
 * @returns the number of released grants
 */
async function reconcile(deps: CoreDeps, kind: GrantKind, context: CommandContext): Promise<number> {
  const stream = streamOf.account(context.accountId);
  const granted = new Set<string>();
  let last = -1;
  for await (const { event, revision } of deps.log.readStream(stream)) {
    last = revision;
    for (const id of kind.grantedIn(event)) granted.add(id);
    const released = kind.releasedIn(event);
    if (released !== null) granted.delete(released);
  }
  let released = 0;
  for (const id of granted) {
    if (!(await kind.revoke(deps, id, context))) continue;
    await releaseGrant(deps, kind, id, last, context);
    released += 1;
  }
  return released;
}
