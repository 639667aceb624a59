import type { Identity } from '../../domain/person/events.ts';
import type { Result } from '../../domain/result.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import type { Refusal } from '../refusal.ts';
import { executeOnPerson, type PersonOutcome } from './change-person.ts';
import { claimIdentity, releaseIdentity } from './claim-login.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'now'>;

/**
 * Has a person sign in with an account at an OpenID provider from now on. The person has shown that it is theirs.
 * @returns `login_taken` if another person signs in with it
 */
export async function linkIdentity(
  deps: Deps,
  personId: string,
  identity: Identity,
  context: CommandContext,
): Promise<Result<PersonOutcome, Refusal>> {
  const claimed = await claimIdentity(deps, identity, personId, context);
  if (!claimed.ok) return claimed;
  const at = deps.now().toISOString();
  return executeOnPerson(deps, personId, [{ type: 'LinkIdentity', ...identity, at }], context);
}

/**
 * Has a person no longer sign in with an account at an OpenID provider, and ends the sessions but `keptSessionId`.
 * @returns `only_sign_in` if the person had no other way to sign in
 */
export async function unlinkIdentity(
  deps: Deps,
  personId: string,
  { identity, keptSessionId }: { readonly identity: Identity; readonly keptSessionId: string },
  context: CommandContext,
): Promise<Result<PersonOutcome, Refusal>> {
  const at = deps.now().toISOString();
  const unlinked = await executeOnPerson(
    deps,
    personId,
    [
      { type: 'EndOtherSessions', keptSessionId, at },
      { type: 'UnlinkIdentity', ...identity, at },
    ],
    context,
  );
  if (unlinked.ok) await releaseIdentity(deps, identity, personId, context);
  return unlinked;
}
