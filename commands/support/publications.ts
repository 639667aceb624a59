import { LRUCache } from 'lru-cache';
import { mutex } from '../../async/mutex.ts';
import { account } from '../../domain/account/decider.ts';
import { form } from '../../domain/form/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { noStream } from '../../log/event-log.ts';
import type { CoreDeps } from './core-deps.ts';
import { planNamed } from './plans.ts';
import { notFound, type Refusal } from './refusal.ts';

/** A form's grant to be published, as counted in its account's stream. */
export interface Grant {
  /** The account's revision that includes this grant. */
  readonly revision: number;
  /** Whether the form had no grant before: if it is not published after all, this grant must be returned. */
  readonly isFirst: boolean;
}

export interface Publications {
  /** Takes a grant for a form, also if the form has one: each call appends an event. */
  take(formId: string, context: CommandContext): Promise<Result<Grant, Refusal>>;
  /** Returns the account's revision, with which an earlier grant is returned. */
  revisionOf(accountId: string): Promise<number>;
  /** Returns a grant, unless another one was taken after the account's revision `since`. */
  returnGrant(formId: string, since: number, context: CommandContext): Promise<void>;
}

const reconcileEveryMs = 10_000;

/**
 * Opens the grants to publish. A fixed order keeps the limit exact with any number of processes. To publish,
 * a process reads the form, takes a grant, and appends at the form's revision that it read. To unpublish, it
 * appends first and returns the grant afterwards, unless a grant was taken since. A process that returns
 * another one's grant first appends to the form, so that the other cannot publish under that grant.
 */
export function openPublications(deps: CoreDeps): Publications {
  // Each return reads the account's stream and appends at the revision that it read.
  const exclusively = mutex();
  const reconciled = new LRUCache<string, Promise<number>>({ max: 10_000, ttl: reconcileEveryMs });

  async function take(formId: string, context: CommandContext): Promise<Result<Grant, Refusal>> {
    const taken = await tryToTake(deps, formId, context);
    if (taken.ok || taken.error.code !== 'plan_limit_reached') return taken;
    return (await reconcileOnce(context)) === 0 ? taken : tryToTake(deps, formId, context);
  }

  async function revisionOf(accountId: string): Promise<number> {
    return (await deps.aggregates.load(account, streamOf.account(accountId))).revision;
  }

  function reconcileOnce(context: CommandContext): Promise<number> {
    const known = reconciled.get(context.accountId);
    if (known) return known;
    const run = reconcile(deps, context);
    reconciled.set(context.accountId, run);
    run.catch(() => reconciled.delete(context.accountId));
    return run;
  }

  // A request writes to its account's stream several times, and to other forms. A repetition may take a grant again.
  return {
    take: (formId, { requestKey: _, ...context }) => take(formId, context),
    revisionOf,
    returnGrant: (formId, since, { requestKey: _, ...context }) =>
      exclusively(context.accountId, () => returnGrant(deps, formId, since, context)),
  };
}

async function tryToTake(
  { aggregates, plans, now }: CoreDeps,
  formId: string,
  context: CommandContext,
): Promise<Result<Grant, Refusal>> {
  const stream = streamOf.account(context.accountId);
  const { state } = await aggregates.load(account, stream, 1_000);
  if (!state.exists) return notFound;
  const limit = planNamed(plans, state.plan).published_forms;
  const at = now().toISOString();
  const taken = await aggregates.execute(
    account,
    stream,
    [
      { type: 'ReleasePublication', formId, at },
      { type: 'GrantPublication', formId, limit, at },
    ],
    context,
  );
  if (!taken.ok) return taken;
  return ok({ revision: taken.value.revision, isFirst: taken.value.events.length === 1 });
}

async function returnGrant(
  { log, aggregates, now }: CoreDeps,
  formId: string,
  since: number,
  context: CommandContext,
): Promise<void> {
  const stream = streamOf.account(context.accountId);
  for (;;) {
    let expectedRevision = since;
    for await (const { event, revision } of log.readStream(stream, since + 1)) {
      if (event.type === 'PublicationGranted' && event.data.formId === formId) return;
      expectedRevision = revision;
    }
    const command = { type: 'ReleasePublication', formId, at: now().toISOString() } as const;
    const released = await aggregates.execute(account, stream, [command], context, { expectedRevision });
    if (released.ok || released.error.code !== 'revision_mismatch') return;
  }
}

/**
 * Returns the grants of unpublished forms. Whether their processes died, sleep or are only slow cannot be
 * known: each form is first prevented from being published under its grant. A process that is only slow
 * takes another grant.
 * @returns the number of returned grants
 */
async function reconcile(deps: CoreDeps, context: CommandContext): Promise<number> {
  const stream = streamOf.account(context.accountId);
  const granted = new Set<string>();
  let last = -1;
  for await (const { event, revision } of deps.log.readStream(stream)) {
    last = revision;
    if (event.type === 'PublicationGranted') granted.add(event.data.formId);
    if (event.type === 'PublicationReleased') granted.delete(event.data.formId);
  }
  let released = 0;
  for (const formId of granted) {
    if (!(await isFenced(deps, formId, context))) continue;
    await returnGrant(deps, formId, last, context);
    released += 1;
  }
  return released;
}

/**
 * Prevents a form from being published under its present grants. @returns false if the form is published
 */
async function isFenced(
  { aggregates, now }: CoreDeps,
  formId: string,
  context: CommandContext,
): Promise<boolean> {
  const stream = streamOf.form(formId);
  for (;;) {
    const { state, revision } = await aggregates.load(form, stream);
    if (state.exists && state.status === 'published') return false;
    const command = { type: 'LapsePublication', at: now().toISOString() } as const;
    const options = { expectedRevision: revision, isNew: revision === noStream };
    if ((await aggregates.execute(form, stream, [command], context, options)).ok) return true;
  }
}
