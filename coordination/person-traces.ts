import type { ReadStore } from './read-store.ts';

interface StoredReply {
  readonly _id: string;
  readonly account?: string;
  readonly reply: { readonly body: string } | null;
}

const replies = '_replies';

/** The collections beside the read models that may hold something personal of a person. */
export const personTraceCollections: readonly string[] = [replies];

/**
 * Removes the stored responses to repeatable requests that name a person. Those that are about no account are searched too: an invitation to
 * sign up names an address before there is an account.
 * @param accountIds the accounts that the responses are about
 * @param texts the id and the addresses of the person
 */
export async function erasePersonTraces(
  store: Pick<ReadStore, 'named'>,
  accountIds: readonly string[],
  texts: readonly string[],
): Promise<void> {
  const collection = store.named<StoredReply>(replies);
  const quoted = texts.map((text) => JSON.stringify(text));
  const about = { $or: [{ account: { $in: [...accountIds] } }, { account: { $exists: false } }] };
  const found = collection.find(about, { projection: { reply: 1 } });
  const naming: string[] = [];
  for await (const { _id, reply } of found)
    if (reply && quoted.some((text) => reply.body.includes(text))) naming.push(_id);
  if (naming.length > 0) await collection.deleteMany({ _id: { $in: naming } });
}
