import { audit } from '../../domain/audit/decider.ts';
import type { SignInMethod } from '../../domain/membership/events.ts';
import type { PersonCommand } from '../../domain/person/decider.ts';
import type { Device } from '../../domain/person/events.ts';
import { type ExistingPerson, isKnownDevice } from '../../domain/person/state.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import type { Refusal } from '../refusal.ts';
import { executeOnPerson, type PersonOutcome } from './change-person.ts';

export interface NewSession {
  readonly sessionId: string;
  readonly method: SignInMethod;
  readonly device: Device;
  /** ISO 8601. */
  readonly until: string;
  /** The use of a second factor: without it, the session does not begin. */
  readonly proof?: readonly PersonCommand[];
}

/**
 * Begins a session of a person in the context's account, and records there that the member has signed in.
 * @param person the state in which the person has proved who they are
 * @returns `stale` if the proof was used before, or the password was changed since: that ended all sessions, and also those that were about to begin
 */
export async function beginSession(
  deps: Pick<CommandDeps, 'aggregates' | 'now'>,
  person: ExistingPerson,
  { proof = [], ...session }: NewSession,
  context: CommandContext,
): Promise<Result<PersonOutcome, Refusal>> {
  const { personId, passwordVersion } = person;
  const at = deps.now().toISOString();
  const isFromElsewhere = !isKnownDevice(person, session.device);
  const begin = { type: 'BeginSession', ...session, passwordVersion, at } as const;
  const begun = await executeOnPerson(deps, personId, [...proof, begin], context);
  if (!begun.ok) return begun;
  const { method } = session;
  const { accountId } = context;
  const command = { type: 'RecordSignIn', personId, method, isFromElsewhere, at } as const;
  await deps.aggregates.execute(audit, streamOf.audit(accountId), [command], context);
  return ok(begun.value);
}
