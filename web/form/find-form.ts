import { LRUCache } from 'lru-cache';
import { ApiError } from '../../api/errors/errors.ts';
import type { Rates } from '../../api/limits/rates.ts';
import { idInName, isFormId } from '../../domain/form/address.ts';
import { form as formDecider } from '../../domain/form/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { FormAtRevision } from '../../log/form-revisions.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import { isClosed } from '../../projections/queries/closed-accounts.ts';
import type { WebDeps } from '../web-deps.ts';

/** A change of a form takes effect within this time, in ms. */
const formMaxAgeMs = 1_000;
/** For so long an address without a form is not looked up again, in ms. */
const unknownMs = 1_000;
/** The most names that are remembered, of either kind. */
const remembered = 10_000;

/** A name that cannot be a slug is not looked up as one. */
const isSlug = (name: string): boolean => !/[A-Z]/.test(name);

/**
 * Finds forms that have been published, by the id that their name is or ends with, or else by the slug that an earlier
 * release published them under. Anybody may ask for any name: one that has no
 * form counts against the address that asks, and a name that had a form is looked up without limit.
 */
export function openFormFinder(
  { aggregates, queries }: Pick<WebDeps, 'aggregates' | 'queries'>,
  rates: Pick<Rates, 'mayTryForm' | 'countUnknownForm'>,
) {
  const known = new LRUCache<string, true>({ max: remembered });
  const unknown = new LRUCache<string, true>({ max: remembered, ttl: unknownMs });

  const byId = async (id: string): Promise<FormAtRevision | null> => {
    const read = await unlessErased(aggregates.loadAhead(formDecider, streamOf.form(id), formMaxAgeMs));
    if (!read?.state.exists) return null;
    const { state: form, revision } = read;
    // Its pages say that it takes no answers, until it is erased.
    const isOver = form.status !== 'closed' && (await isClosed(aggregates, form.accountId));
    return { form: isOver ? { ...form, status: 'closed' } : form, revision };
  };

  async function bySlug(slug: string): Promise<FormAtRevision | null> {
    const id = await queries.forms.idOfBareSlug(slug);
    return id === null ? null : byId(id);
  }

  async function lookUp(name: string): Promise<FormAtRevision | null> {
    const id = isFormId(name) ? name : idInName(name);
    const found = id === null ? null : await byId(id);
    // A slug of an earlier release may end as an id does.
    return found ?? (isSlug(name) ? bySlug(name) : null);
  }

  /** @throws ApiError `not_found`, or that of the limit for an address that asked for too many unknown names */
  return async function find(name: string, address: string): Promise<FormAtRevision> {
    if (!known.has(name)) rates.mayTryForm(address);
    const found = unknown.has(name) ? null : await lookUp(name);
    if (found?.form.wasPublished) {
      known.set(name, true);
      return found;
    }
    known.delete(name);
    unknown.set(name, true);
    rates.countUnknownForm(address);
    throw new ApiError('not_found', { message: 'There is no form at this address.' });
  };
}
