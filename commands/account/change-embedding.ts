import { account, type AccountState } from '../../domain/account/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { notFound, type Refusal } from '../refusal.ts';

export interface ChangedEmbedding {
  readonly account: Extract<AccountState, { exists: true }>;
  readonly position: bigint | null;
}

/** Changes the sites whose pages may show the forms of the context's account; null for all. */
export async function changeEmbedding(
  { aggregates, now }: Pick<CommandDeps, 'aggregates' | 'now'>,
  { origins }: { readonly origins: readonly string[] | null },
  context: CommandContext,
): Promise<Result<ChangedEmbedding, Refusal>> {
  const stream = streamOf.account(context.accountId);
  const command = { type: 'ChangeEmbedding', origins, at: now().toISOString() } as const;
  const changed = await aggregates.execute(account, stream, [command], context);
  if (!changed.ok) return changed;
  const { state, position } = changed.value;
  return state.exists ? ok({ account: state, position }) : notFound;
}
