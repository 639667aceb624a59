import { LRUCache } from 'lru-cache';
import { account } from '../domain/account/decider.ts';
import { form } from '../domain/form/decider.ts';
import { ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { CommandContext } from '../log/aggregates.ts';
import type { CoreDeps } from './core-deps.ts';
import { planNamed } from './plans.ts';
import { notFound, type Refusal } from './refusal.ts';

/** A form's leave to be published, as counted in its account's stream. */
export interface Grant {
  /** The account's revision with this grant in it. */
  readonly revision: number;
  /** The form held none before: if it is not published after all, this one is to be given back. */
  readonly isFirst: boolean;
}

export interface Publications {
  /** Takes a grant for a form, anew if the form holds one: each taking leaves an event. */
  take(formId: string, context: CommandContext): Promise<Result<Grant, Refusal>>;
  /** The account's revision, to give back a grant that was held before it. */
  revisionOf(accountId: string): Promise<number>;
  /** Gives a grant back, unless somebody has taken it anew after the account's revision `since`. */
  giveBack(formId: string, since: number, context: CommandContext): Promise<void>;
}

/** From taking a grant to publishing takes milliseconds; what is older belongs to a process that died. */
const graceMs = 120_000;
const reconcileEveryMs = 60_000;

/**
 * Grants to be published. The order of things keeps the limit exact among any number of processes: whoever
 * publishes reads the form, takes a grant, and appends at the revision of the form that was read; whoever takes
 * a form back appends first and gives back after, and leaves alone a grant that was taken since.
 */
export function openPublications({ log, aggregates, plans, now }: CoreDeps): Publications {
  const reconciled = new LRUCache<string, Promise<number>>({ max: 10_000, ttl: reconcileEveryMs });

  async function take(formId: string, context: CommandContext): Promise<Result<Grant, Refusal>> {
    const taken = await tryToTake(formId, context);
    if (taken.ok || taken.error.code !== 'plan_limit_reached') return taken;
    return (await reconcileOnce(context)) === 0 ? taken : tryToTake(formId, context);
  }

  async function tryToTake(formId: string, context: CommandContext): Promise<Result<Grant, Refusal>> {
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

  async function revisionOf(accountId: string): Promise<number> {
    return (await aggregates.load(account, streamOf.account(accountId))).revision;
  }

  async function giveBack(formId: string, since: number, context: CommandContext): Promise<void> {
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

  function reconcileOnce(context: CommandContext): Promise<number> {
    const known = reconciled.get(context.accountId);
    if (known) return known;
    const run = reconcile(context);
    reconciled.set(context.accountId, run);
    run.catch(() => reconciled.delete(context.accountId));
    return run;
  }

  /** Gives back what processes that died have left: grants of forms that are not published. */
  async function reconcile(context: CommandContext): Promise<number> {
    const stream = streamOf.account(context.accountId);
    const grantedAt = new Map<string, string>();
    let last = -1;
    for await (const { event, revision } of log.readStream(stream)) {
      last = revision;
      if (event.type === 'PublicationGranted') grantedAt.set(event.data.formId, event.data.at);
      if (event.type === 'PublicationReleased') grantedAt.delete(event.data.formId);
    }
    const before = new Date(now().getTime() - graceMs).toISOString();
    let released = 0;
    for (const [formId, at] of grantedAt) {
      if (at > before) continue;
      const { state } = await aggregates.load(form, streamOf.form(formId));
      if (state.exists && state.status === 'published') continue;
      await giveBack(formId, last, context);
      released += 1;
    }
    return released;
  }

  return { take, revisionOf, giveBack };
}
