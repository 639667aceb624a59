import type { PersonCommand } from '../../domain/person/decider.ts';
import { person } from '../../domain/person/decider.ts';
import type { ExistingPerson } from '../../domain/person/state.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { notFound, type Refusal } from '../refusal.ts';
import { claimLogin } from './claim-login.ts';
import { personWithEmail } from './find-person.ts';

export interface NewPerson {
  readonly name: string;
  /** An address at which the person receives mail, in lower case. */
  readonly email: string;
  /** Of Argon2id. */
  readonly passwordHash: string;
}

/**
 * Registers a person, who acts for themselves from then on.
 * @returns `login_taken` if another person signs in with the address
 */
export async function registerPerson(
  deps: Pick<CommandDeps, 'aggregates' | 'now' | 'newId'>,
  { name, email, passwordHash }: NewPerson,
  context: Omit<CommandContext, 'actor'>,
): Promise<Result<ExistingPerson, Refusal>> {
  if (await personWithEmail(deps, email)) return err({ code: 'login_taken' });
  const personId = deps.newId();
  const own: CommandContext = { ...context, actor: { kind: 'member', id: personId } };
  const claimed = await claimLogin(deps, email, personId, own);
  if (!claimed.ok) return claimed;
  const at = deps.now().toISOString();
  const commands: PersonCommand[] = [
    { type: 'RegisterPerson', personId, name, email, at },
    { type: 'SetPassword', hash: passwordHash, version: 0, at },
  ];
  const registered = await deps.aggregates.execute(person, streamOf.person(personId), commands, own, {
    isNew: true,
  });
  if (!registered.ok) return registered;
  const { state } = registered.value;
  return state.exists ? ok(state) : notFound;
}
