import type { AccountCommand } from '../../domain/account/commands.ts';
import { account } from '../../domain/account/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { notFound, type Refusal } from '../refusal.ts';
import {
  type AccountOutcome,
  type AccountSettings,
  checkSettings,
  localeCommands,
} from './account-settings.ts';

/**
 * Changes the context's account in one append. Published forms beyond the limit of another plan stay published, and forms keep
 * the language and the time zone that they have.
 * @returns `invalid_request` for every invalid setting
 */
export async function changeAccount(
  deps: Pick<CommandDeps, 'aggregates' | 'plans' | 'now'>,
  changes: AccountSettings,
  context: CommandContext,
): Promise<Result<AccountOutcome, Refusal>> {
  const checked = checkSettings(deps, changes);
  if (!checked.ok) return checked;
  const { name, plan } = changes;
  const at = deps.now().toISOString();
  const commands: AccountCommand[] = localeCommands(checked.value, at);
  if (name !== undefined) commands.push({ type: 'RenameAccount', name, at });
  if (plan !== undefined) commands.push({ type: 'ChangePlan', plan, at });
  const changed = await deps.aggregates.execute(
    account,
    streamOf.account(context.accountId),
    commands,
    context,
  );
  if (!changed.ok) return changed;
  const { state, position } = changed.value;
  return state.exists ? ok({ account: state, position }) : notFound;
}
