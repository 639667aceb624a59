import { account, type AccountState } from '../domain/account/decider.ts';
import { ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { CommandContext } from '../log/aggregates.ts';
import type { CommandDeps } from './support/deps.ts';
import { refusePlan } from './open-account.ts';
import { notFound, type Refusal } from './support/refusal.ts';

export interface ChangedPlan {
  readonly account: Extract<AccountState, { exists: true }>;
  readonly position: bigint | null;
}

/** Moves the context's account to another plan. Published forms beyond the new limit stay published. */
export async function changePlan(
  deps: Pick<CommandDeps, 'aggregates' | 'plans' | 'now'>,
  { plan }: { readonly plan: string },
  context: CommandContext,
): Promise<Result<ChangedPlan, Refusal>> {
  const unknown = refusePlan(deps, plan);
  if (unknown) return unknown;
  const stream = streamOf.account(context.accountId);
  const at = deps.now().toISOString();
  const changed = await deps.aggregates.execute(account, stream, [{ type: 'ChangePlan', plan, at }], context);
  if (!changed.ok) return changed;
  const { state, position } = changed.value;
  return state.exists ? ok({ account: state, position }) : notFound;
}
