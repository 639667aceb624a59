import { LRUCache } from 'lru-cache';
import { account } from '../../domain/account/decider.ts';
import { form } from '../../domain/form/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { noStream } from '../../log/event-log.ts';
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

const reconcileEveryMs = 10_000;

/**
 * Grants to be published. The order of things keeps the limit exact among any number of processes: whoever
 * publishes reads the form, takes a grant, and appends at the revision of the form that was read; whoever takes
 * a form back appends first and gives back after, and leaves alone a grant that was taken since. A process that gives
 * back the grant of another one first appends to the form, so that the other cannot publish under that grant.
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

  /**
   * Gives back grants of forms that are not published. Whether their processes died, sleep or are only slow, cannot be
   * known: each form is first kept from being published under its grant. A process that is merely slow takes another.
   * @returns how many grants were given back
   */
  async function reconcile(context: CommandContext): Promise<number> {
    const stream = streamOf.account(context.accountId);
    const granted = new Set<string>();
    let last = -1;
    for await (const { event, revision } of log.readStream(stream)) {
      last = revision;
      if (event.type === 'PublicationGranted') granted.add(event.data.formId);
      if (event.type === 'PublicationReleased') granted.delete(event.data.formId);
    }
    let released = 0;
    for (const formId of granted) {
      if (!(await isFenced(formId, context))) continue;
      await giveBack(formId, last, context);
      released += 1;
    }
    return released;
  }

  /** Keeps a form from being published under the grants that it has been given so far; false for a published one. */
  async function isFenced(formId: string, context: CommandContext): Promise<boolean> {
    const stream = streamOf.form(formId);
    for (;;) {
      const { state, revision } = await aggregates.load(form, stream);
      if (state.exists && state.status === 'published') return false;
      const command = { type: 'LapsePublication', at: now().toISOString() } as const;
      const options = { expectedRevision: revision, isNew: revision === noStream };
      if ((await aggregates.execute(form, stream, [command], context, options)).ok) return true;
    }
  }

  return { take, revisionOf, giveBack };
}
