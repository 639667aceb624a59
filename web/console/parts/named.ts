import { maxDestinations } from '../../../domain/destination/limits.ts';
import type { Keyset } from '../../../projections/queries/keyset.ts';
import type { FormSummary } from '../../../projections/read-models/forms/queries.ts';
import { inUtc } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';

/** Something that is chosen by its name. */
export interface Named {
  readonly id: string;
  readonly name: string;
  /** Tells it from others of the same name. */
  readonly hint: string;
}

/** The things of an account that a filter offers. */
export interface NamedThings {
  /** Such as `form`. */
  readonly noun: string;
  /** The newest, for a choice. */
  offered(): Promise<readonly Named[]>;
  nameOf(id: string): Promise<string | null>;
  /** The things among which a name is searched; more than are offered. */
  all(): Promise<readonly Named[]>;
}

/** A choice offers so many of the newest forms, and a search for a name looks at so many. */
const [offeredForms, searchedForms] = [100, 1_000];

const dayOf = (at: string): string => inUtc(at).slice(0, 10);

const namedForm = ({ id, title, status, created_at: at }: FormSummary): Named => ({
  id,
  name: title,
  hint: `${status}, created ${dayOf(at)}`,
});

/** The forms of an account. */
export function formsOf({ queries }: Pick<WebDeps, 'queries'>, account: string): NamedThings {
  return {
    noun: 'form',
    offered: async () => {
      const { items } = await queries.forms.list(account, { limit: offeredForms });
      return items.map(namedForm);
    },
    nameOf: async (id) => (await queries.forms.titles(account, [id])).get(id) ?? null,
    async all() {
      const found: Named[] = [];
      let after: Keyset | undefined;
      do {
        const { items, next } = await queries.forms.list(account, { limit: offeredForms, after });
        found.push(...items.map(namedForm));
        after = next ?? undefined;
      } while (after && found.length < searchedForms);
      return found;
    },
  };
}

/** The destinations of an account. */
export function destinationsOf({ queries }: Pick<WebDeps, 'queries'>, account: string): NamedThings {
  const all = async (): Promise<readonly Named[]> => {
    const { items } = await queries.destinations.list(account, { limit: maxDestinations });
    return items.map(({ id, label, url }) => ({ id, name: label, hint: url }));
  };
  return {
    noun: 'destination',
    offered: all,
    nameOf: async (id) => (await queries.destinations.labels(account, [id])).get(id) ?? null,
    all,
  };
}

/** The texts of things by id, all different: a name, with a hint where others have the name, and with an id where even that is shared. */
export function distinctNames(things: readonly Named[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const count = (text: string) => counts.set(text, (counts.get(text) ?? 0) + 1);
  const hinted = ({ name, hint }: Named) => `${name} (${hint})`;
  for (const thing of things) {
    count(thing.name);
    count(hinted(thing));
  }
  const isOnly = (text: string) => counts.get(text) === 1;
  return new Map(
    things.map((thing) => {
      if (isOnly(thing.name)) return [thing.id, thing.name];
      const text = hinted(thing);
      return [thing.id, isOnly(text) ? text : `${thing.name} (${thing.hint}, …${thing.id.slice(-6)})`];
    }),
  );
}

/** The result of a choice by name: a thing, or the things that the text may mean. */
export type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'thing'; readonly id: string; readonly name: string | null; readonly isTyped: boolean }
  | { readonly kind: 'unclear'; readonly text: string; readonly candidates: readonly Named[] };

const idPattern = /^[0-9A-Za-z]{20,}$/;

/** Finds the thing that a filter names by id, by a text of `distinctNames`, or by a part of its name. */
export async function choose(things: NamedThings, text: string | undefined): Promise<Choice> {
  if (text === undefined) return { kind: 'none' };
  const name = await things.nameOf(text);
  if (name !== null) return { kind: 'thing', id: text, name, isTyped: false };
  const all = await things.all();
  const texts = distinctNames(all);
  const exact = all.find(({ id }) => texts.get(id) === text);
  const wanted = text.trim().toLowerCase();
  const candidates = exact ? [exact] : all.filter((one) => one.name.toLowerCase().includes(wanted));
  const [first, ...others] = candidates;
  if (first && others.length === 0) return { kind: 'thing', id: first.id, name: first.name, isTyped: true };
  // What was removed has no name any more, but its deliveries are still listed.
  if (!first && idPattern.test(text)) return { kind: 'thing', id: text, name: null, isTyped: false };
  return { kind: 'unclear', text, candidates };
}
