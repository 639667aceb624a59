import { timeLimit } from '../../async/time-limit.ts';
import { form } from '../../domain/form/decider.ts';
import { slugOf, withSuffix } from '../../domain/form/slug.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { slug as slugDecider } from '../../domain/slug/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Refusal } from '../refusal.ts';

/** The slugs of an account's forms: each belongs to one form at a time. */
export interface Slugs {
  /** Takes a slug for a form; `slug_taken` if another form of the context's account has it. */
  take(slug: string, formId: string, context: CommandContext): Promise<Result<string, Refusal>>;
  /** Takes a slug that is made of a title, with a suffix if other forms have it. */
  takeFor(title: string, formId: string, context: CommandContext): Promise<string>;
  /** Gives a slug back that the form does not have. */
  release(slug: string, formId: string, context: CommandContext): Promise<void>;
}

/**
 * Returns the ids of the account's forms that have a slug. Forms of earlier releases hold theirs without having taken
 * them, and those slugs were not unique.
 */
export type FormsWithSlug = (accountId: string, slug: string) => Promise<readonly string[]>;

/**
 * How long a slug that no form has is kept for the form that took it: its process may be about to write it. The address of
 * a form does not depend on its slug, so that a process which sleeps for longer does no harm.
 */
const unusedMs = 600_000;
/** How many numbers are tried before a suffix that no other form has. */
const numbered = 4;
/** The longest wait for the read model to find the forms that have a slug, in milliseconds. */
const lookUpMs = 3_000;

const taken: Result<never, Refusal> = err({ code: 'slug_taken' });

export function openSlugs(
  { aggregates, now }: Pick<CoreDeps, 'aggregates' | 'now'>,
  formsWithSlug: FormsWithSlug = async () => [],
): Slugs {
  /** @param others the forms that have the slug, as far as the read model knows */
  async function take(
    slug: string,
    formId: string,
    context: CommandContext,
    others: FormsWithSlug = formsWithSlug,
  ): Promise<Result<string, Refusal>> {
    const { accountId } = context;
    const stream = streamOf.slug(accountId, slug);
    const { holder } = (await aggregates.load(slugDecider, stream)).state;
    if (holder?.formId === formId) return ok(slug);
    if (!holder && (await others(accountId, slug)).some((id) => id !== formId)) return taken;
    const from = holder && (await isUnused(holder, slug, accountId)) ? holder.formId : null;
    const command = { type: 'TakeSlug', slug, formId, from, at: now().toISOString() } as const;
    const done = await aggregates.execute(slugDecider, stream, [command], context);
    return done.ok ? ok(slug) : done;
  }

  /** Whether a form took a slug, does not have it, and most likely never will. */
  async function isUnused(
    { formId, since }: { readonly formId: string; readonly since: string },
    slug: string,
    accountId: string,
  ): Promise<boolean> {
    const { state } = await aggregates.load(form, streamOf.form(formId));
    if (state.exists && state.accountId === accountId && state.slug === slug) return false;
    return now().getTime() - Date.parse(since) > unusedMs;
  }

  const lookUpInTime: FormsWithSlug = (accountId, slug) =>
    timeLimit(formsWithSlug(accountId, slug), lookUpMs, () => {
      throw new Error(`the forms with a slug were not found within ${lookUpMs} ms`);
    });

  async function takeFor(title: string, formId: string, context: CommandContext): Promise<string> {
    const made = slugOf(title);
    const own = withSuffix(made, formId.slice(-8).toLowerCase());
    const number = (count: number) => (count === 1 ? made : withSuffix(made, String(count)));
    const candidates = made === '' ? [] : Array.from({ length: numbered }, (_, index) => number(index + 1));
    try {
      for (const slug of candidates) if ((await take(slug, formId, context, lookUpInTime)).ok) return slug;
    } catch {
      // A title is no reason to refuse a form while the read models are away.
    }
    await take(own, formId, context, async () => []);
    return own;
  }

  // A request writes to the streams of several slugs and forms.
  return {
    take: (slug, formId, { requestKey: _, ...context }) => take(slug, formId, context),
    takeFor: (title, formId, { requestKey: _, ...context }) => takeFor(title, formId, context),
    async release(slug, formId, { requestKey: _, ...context }) {
      const command = { type: 'ReleaseSlug', formId, at: now().toISOString() } as const;
      await aggregates.execute(slugDecider, streamOf.slug(context.accountId, slug), [command], context);
    },
  };
}
