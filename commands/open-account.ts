import { account } from '../domain/account/decider.ts';
import { ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { CommandContext } from '../log/aggregates.ts';
import type { CommandDeps } from './support/deps.ts';
import { idOfNew } from './support/keyed-streams.ts';
import { invalid, notFound, type Refusal } from './support/refusal.ts';

export interface OpenedAccount {
  readonly accountId: string;
  readonly name: string;
  readonly plan: string;
  readonly at: string;
  readonly position: bigint | null;
}

/**
 * Opens an account on a plan.
 * @param input with `accountId`, a new id by default
 * @returns `already_exists` for an id in use, `invalid_request` for an unknown plan
 */
export async function openAccount(
  deps: Pick<CommandDeps, 'log' | 'aggregates' | 'plans' | 'now' | 'newId'>,
  input: { readonly accountId?: string; readonly name: string; readonly plan: string },
  context: Omit<CommandContext, 'accountId'>,
): Promise<Result<OpenedAccount, Refusal>> {
  const { name, plan } = input;
  const unknown = refusePlan(deps, plan);
  if (unknown) return unknown;
  const accountId =
    input.accountId ?? (await idOfNew(deps, 'accounts', streamOf.account, { ...context, accountId: '' }));
  const at = deps.now().toISOString();
  const opened = await deps.aggregates.execute(
    account,
    streamOf.account(accountId),
    [{ type: 'OpenAccount', accountId, name, plan, at }],
    { ...context, accountId },
    { isNew: true },
  );
  if (!opened.ok) return opened;
  const { state, position } = opened.value;
  return state.exists ? ok({ accountId, name, plan, at: state.openedAt, position }) : notFound;
}

/** Returns a refusal if there is no plan of this name; otherwise null. */
export function refusePlan({ plans }: Pick<CommandDeps, 'plans'>, plan: string) {
  if (Object.hasOwn(plans, plan)) return null;
  const message = `Must be one of: ${Object.keys(plans).join(', ')}.`;
  return invalid('The plan does not exist.', [{ path: '/plan', code: 'invalid_option', message }]);
}
