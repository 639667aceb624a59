import type { CommandDeps } from '../../commands/deps.ts';
import { executeOnMembers } from '../../commands/membership/members.ts';
import { roleIn } from '../../commands/membership/read-members.ts';
import { claimLogin } from '../../commands/person/claim-login.ts';
import { derivedId } from '../../domain/derived-id.ts';
import { person, type PersonCommand } from '../../domain/person/decider.ts';
import type { Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';

/** Nobody receives mail at this address (RFC 2606). */
const owner = { name: 'Demo owner', email: 'owner@demo.example' };

/**
 * Makes a person the owner of the demo account at the first start. Every step is idempotent, also while another process takes it, and the
 * person comes last: a person who has left the account, or is erased, does not come back.
 * @returns the id of the person; null for a person who is no longer a member
 */
export async function provideDemoOwner(
  deps: Pick<CommandDeps, 'aggregates' | 'now'>,
  context: CommandContext,
): Promise<string | null> {
  const { accountId } = context;
  const personId = derivedId('demo', 'owner');
  const stream = streamOf.person(personId);
  const found = await unlessErased(deps.aggregates.load(person, stream));
  if (found?.state.exists === false) await register(deps, personId, context);
  return found !== null && (await roleIn(deps, accountId, personId)) !== null ? personId : null;
}

async function register(
  deps: Pick<CommandDeps, 'aggregates' | 'now'>,
  personId: string,
  context: CommandContext,
): Promise<void> {
  const { accountId } = context;
  const at = deps.now().toISOString();
  succeeded(await claimLogin(deps, owner.email, personId, context));
  succeeded(await executeOnMembers(deps, [{ type: 'AddMember', personId, role: 'owner', at }], context));
  const commands: PersonCommand[] = [
    { type: 'RegisterPerson', personId, ...owner, at },
    { type: 'JoinAccount', accountId, at },
  ];
  const registered = await deps.aggregates.execute(person, streamOf.person(personId), commands, context);
  if (registered.ok || registered.error.code !== 'already_exists') succeeded(registered);
}

function succeeded(result: Result<unknown, unknown>): void {
  if (!result.ok) throw new Error(`the demo owner cannot be made: ${JSON.stringify(result.error)}`);
}
