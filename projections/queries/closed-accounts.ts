import { account } from '../../domain/account/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { Aggregates } from '../../log/aggregates.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';

/** The closing of an account takes effect in every process within this time, in ms. */
const maxAgeMs = 1_000;

/** Whether an account was closed for good. @throws LogUnavailable */
export async function isClosed(
  { loadAhead }: Pick<Aggregates, 'loadAhead'>,
  accountId: string,
): Promise<boolean> {
  const read = await unlessErased(loadAhead(account, streamOf.account(accountId), maxAgeMs));
  return !read || (read.state.exists && read.state.closedAt !== null);
}
