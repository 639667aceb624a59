import type { ReadStore } from './read-store.ts';

/** The things of an account, by id. */
export interface ThingsOfAccount {
  readonly forms: readonly string[];
  readonly keys: readonly string[];
  readonly destinations: readonly string[];
}

/** The collections beside the read models that may hold something of an account, and that shrink as it is erased. */
export const traceCollections = [
  '_replies',
  '_returned_pages',
  '_parked',
  '_parked_destinations',
  '_key_use',
  '_rates',
] as const;

interface Trace {
  readonly _id: string;
  readonly account?: string;
  readonly accountId?: string | null;
  readonly form?: string;
}

/**
 * Removes what the read store holds of an account beside the read models: responses to repeatable requests, parked keys of the
 * read models, and what it holds of some of the account's things: sent pages, the use of keys, parked destinations.
 */
export async function eraseTraces(
  store: Pick<ReadStore, 'named'>,
  accountId: string,
  { forms, keys, destinations }: ThingsOfAccount,
): Promise<void> {
  const named = (name: (typeof traceCollections)[number]) => store.named<Trace>(name);
  await named('_replies').deleteMany({ account: accountId });
  await named('_parked').deleteMany({ accountId });
  if (forms.length > 0) await named('_returned_pages').deleteMany({ form: { $in: [...forms] } });
  if (destinations.length > 0)
    await named('_parked_destinations').deleteMany({ _id: { $in: [...destinations] } });
  if (keys.length === 0) return;
  const ofKeys = { _id: { $in: [...keys, ...keys.map((id) => `console-${id}`)] } };
  await named('_key_use').deleteMany(ofKeys);
  await named('_rates').deleteMany(ofKeys);
}
