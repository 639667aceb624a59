import type { PersonCommand } from '../../domain/person/decider.ts';
import { person } from '../../domain/person/decider.ts';
import type { Identity } from '../../domain/person/events.ts';
import type { ExistingPerson } from '../../domain/person/state.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { notFound, type Refusal } from '../refusal.ts';
import { claimIdentity, claimLogin, releaseLogin } from './claim-login.ts';
import { personWithEmail } from './find-person.ts';

export interface NewPerson {
  readonly name: string;
  /** An address at which the person receives mail, in lower case. */
  readonly email: string;
  /** Of Argon2id; null for a person without a password. */
  readonly passwordHash: string | null;
  /** The account at an OpenID provider with which the person signs in. */
  readonly identity?: Identity;
}

/**
 * Registers a person, who acts for themselves from then on.
 * @returns `login_taken` if another person signs in with the address or the identity
 */
export async function registerPerson(
  deps: Pick<CommandDeps, 'aggregates' | 'now' | 'newId'>,
  { name, email, passwordHash, identity }: NewPerson,
  context: Omit<CommandContext, 'actor'>,
): Promise<Result<ExistingPerson, Refusal>> {
  if (await personWithEmail(deps, email)) return err({ code: 'login_taken' });
  const personId = deps.newId();
  const own: CommandContext = { ...context, actor: { kind: 'member', id: personId } };
  const claimed = await claimLogin(deps, email, personId, own);
  if (!claimed.ok) return claimed;
  const linked = identity && (await claimIdentity(deps, identity, personId, own));
  if (linked && !linked.ok) {
    await releaseLogin(deps, email, personId, own);
    return linked;
  }
  const at = deps.now().toISOString();
  const commands: PersonCommand[] = [
    { type: 'RegisterPerson', personId, name, email, at },
    ...(passwordHash === null ? [] : [{ type: 'SetPassword', hash: passwordHash, version: 0, at } as const]),
    ...(identity ? [{ type: 'LinkIdentity', ...identity, at } as const] : []),
  ];
  const registered = await deps.aggregates.execute(person, streamOf.person(personId), commands, own, {
    isNew: true,
  });
  if (!registered.ok) return registered;
  const { state } = registered.value;
  return state.exists ? ok(state) : notFound;
}
