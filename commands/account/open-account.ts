import type { AccountCommand } from '../../domain/account/commands.ts';
import { account } from '../../domain/account/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { idOfNew } from '../keyed-streams.ts';
import { notFound, type Refusal } from '../refusal.ts';
import {
  type AccountOutcome,
  type AccountSettings,
  checkSettings,
  localeCommands,
} from './account-settings.ts';

interface NewAccount extends AccountSettings {
  /** By default, a new id. */
  readonly accountId?: string;
  readonly name: string;
  readonly plan: string;
}

/**
 * Opens an account on a plan.
 * @returns `already_exists` for an id in use, `invalid_request` for every invalid setting
 */
export async function openAccount(
  deps: Pick<CommandDeps, 'log' | 'aggregates' | 'plans' | 'now' | 'newId'>,
  input: NewAccount,
  context: Omit<CommandContext, 'accountId'>,
): Promise<Result<AccountOutcome, Refusal>> {
  const { name, plan } = input;
  const checked = checkSettings(deps, input);
  if (!checked.ok) return checked;
  const accountId =
    input.accountId ?? (await idOfNew(deps, 'accounts', streamOf.account, { ...context, accountId: '' }));
  const at = deps.now().toISOString();
  const commands: AccountCommand[] = [{ type: 'OpenAccount', accountId, name, plan, at }];
  commands.push(...localeCommands(checked.value, at));
  const opened = await deps.aggregates.execute(
    account,
    streamOf.account(accountId),
    commands,
    { ...context, accountId },
    { isNew: true },
  );
  if (!opened.ok) return opened;
  const { state, position } = opened.value;
  return state.exists ? ok({ account: state, position }) : notFound;
}
