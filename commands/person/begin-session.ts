import { audit, type AuditCommand } from '../../domain/audit/decider.ts';
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
  /** Whether the use of a second factor was recorded before. */
  readonly isFactorUsed?: boolean;
}

/** Whether a way to sign in proves both factors: the device of a passkey verifies its person, and a provider decides for itself. */
const provesBothFactors: Readonly<Record<SignInMethod, boolean>> = {
  password: false,
  ticket: false,
  passkey: true,
  openid: true,
};

type Deps = Pick<CommandDeps, 'aggregates' | 'now'>;

/**
 * Begins a session of a person in the context's account, and records there that the member has signed in.
 * @param person the state in which the person has proved who they are
 * @returns `stale` if the proof was used before, a second factor is missing that the person has now, or the password was changed since:
 *   that ended all sessions, and also those that were about to begin
 */
export async function beginSession(
  deps: Deps,
  person: ExistingPerson,
  { proof = [], isFactorUsed = false, ...session }: NewSession,
  context: CommandContext,
): Promise<Result<PersonOutcome, Refusal>> {
  const { personId, passwordVersion } = person;
  const at = deps.now().toISOString();
  const isFromElsewhere = !isKnownDevice(person, session.device);
  const provesSecondFactor = isFactorUsed || proof.length > 0 || provesBothFactors[session.method];
  const begin = { type: 'BeginSession', ...session, passwordVersion, provesSecondFactor, at } as const;
  const begun = await executeOnPerson(deps, personId, [...proof, begin], context);
  if (!begun.ok) return begun;
  const { method } = session;
  await recordSignIn(deps, { personId, method, isFromElsewhere, at }, context);
  return ok(begun.value);
}

/**
 * Has an open session of a person go on under another id in the context's account, and records there that the member has entered. It
 * keeps its device, and when and how the person proved who they are.
 * @returns `stale` if the session has ended
 */
export async function continueSession(
  deps: Deps,
  { personId, sessions }: ExistingPerson,
  { sessionId, from }: { readonly sessionId: string; readonly from: string },
  context: CommandContext,
): Promise<Result<PersonOutcome, Refusal>> {
  const at = deps.now().toISOString();
  const goOn = { type: 'ContinueSession', sessionId, from, at } as const;
  const begun = await executeOnPerson(deps, personId, [goOn], context);
  const method = sessions.get(from)?.method;
  if (begun.ok && method !== undefined)
    await recordSignIn(deps, { personId, method, isFromElsewhere: false, at }, context);
  return begun;
}

async function recordSignIn(
  { aggregates }: Deps,
  signIn: Omit<Extract<AuditCommand, { type: 'RecordSignIn' }>, 'type'>,
  context: CommandContext,
): Promise<void> {
  const command = { type: 'RecordSignIn', ...signIn } as const;
  await aggregates.execute(audit, streamOf.audit(context.accountId), [command], context);
}
