import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import type { SignInMethod } from '../membership/events.ts';
import { err, ok } from '../result.ts';
import type { Device, Identity, PersonEvent } from './events.ts';
import { decidePasskey, type PasskeyCommand } from './passkeys.ts';
import { decideSecondFactor, type SecondFactorCommand } from './second-factor.ts';
import { evolvePerson, type ExistingPerson, isSameIdentity, type PersonState } from './state.ts';

export type PersonCommand =
  | { type: 'RegisterPerson'; personId: string; name: string; email: string; at: string }
  | { type: 'RenamePerson'; name: string; at: string }
  | { type: 'ChangePersonLanguage'; language: string | null; at: string }
  | { type: 'ChangePersonEmail'; email: string; at: string }
  /** `version`: the password that is replaced, so that a link to choose another one works once. */
  | { type: 'SetPassword'; hash: string; version: number; at: string }
  | SecondFactorCommand
  | PasskeyCommand
  | ({ type: 'LinkIdentity'; at: string } & Identity)
  | ({ type: 'UnlinkIdentity'; at: string } & Identity)
  | { type: 'JoinAccount'; accountId: string; at: string }
  | { type: 'LeaveAccount'; accountId: string; at: string }
  | {
      type: 'BeginSession';
      sessionId: string;
      method: SignInMethod;
      device: Device;
      until: string;
      /** The password that the person had when they proved who they are: a later one has ended all sessions. */
      passwordVersion: number;
      /** Whether the person has proved more than the first factor. A person with a second factor needs it. */
      provesSecondFactor: boolean;
      at: string;
    }
  /** Has the open session `from` go on under another id, such as in another account. */
  | { type: 'ContinueSession'; sessionId: string; from: string; at: string }
  | { type: 'EndSession'; sessionId: string; at: string }
  | { type: 'EndOtherSessions'; keptSessionId: string | null; at: string }
  | { type: 'RequestErasure'; at: string };

type OfExisting = Exclude<PersonCommand, { type: 'RegisterPerson' | 'RequestErasure' }>;

function decide(command: PersonCommand, state: PersonState) {
  if (command.type === 'RegisterPerson') {
    const { type: _, ...data } = command;
    if (state.exists || state.erasingSince !== undefined) return err({ code: 'already_exists' } as const);
    return ok<PersonEvent[]>([{ type: 'PersonRegistered', data }]);
  }
  if (command.type === 'RequestErasure' && !state.exists && state.erasingSince !== undefined) return ok([]);
  if (!state.exists) return err({ code: 'not_found' } as const);
  if (command.type === 'RequestErasure')
    return one(true, { type: 'PersonErasureRequested', data: { at: command.at } });
  return decideExisting(command, state);
}

function decideExisting(command: OfExisting, person: ExistingPerson) {
  const { at } = command;
  switch (command.type) {
    case 'RenamePerson':
      return one(command.name !== person.name, { type: 'PersonRenamed', data: { name: command.name, at } });
    case 'ChangePersonLanguage': {
      const { language } = command;
      return one(language !== person.language, { type: 'PersonLanguageChanged', data: { language, at } });
    }
    case 'ChangePersonEmail': {
      const { email } = command;
      return one(email !== person.email, { type: 'PersonEmailChanged', data: { email, at } });
    }
    case 'SetPassword':
      if (command.version !== person.passwordVersion) return passwordChanged;
      return one(true, { type: 'PasswordSet', data: { hash: command.hash, at } });
    case 'JoinAccount': {
      const { accountId } = command;
      return one(!person.accountIds.has(accountId), { type: 'AccountJoined', data: { accountId, at } });
    }
    case 'LeaveAccount': {
      const { accountId } = command;
      return one(person.accountIds.has(accountId), { type: 'AccountLeft', data: { accountId, at } });
    }
    case 'LinkIdentity':
    case 'UnlinkIdentity':
      return decideIdentity(command, person);
    case 'BeginSession':
    case 'ContinueSession':
    case 'EndSession':
    case 'EndOtherSessions':
      return decideSession(command, person);
    case 'AddPasskey':
    case 'UsePasskey':
    case 'RemovePasskey':
      return decidePasskey(command, person.passkeys, hasOtherWays(person));
    default:
      return decideSecondFactor(command, person.secondFactor);
  }
}

const hasOtherWays = ({ passwordHash, identities }: ExistingPerson): boolean =>
  passwordHash !== null || identities.length > 0;

function decideIdentity(
  { type, ...data }: Extract<OfExisting, { type: 'LinkIdentity' | 'UnlinkIdentity' }>,
  { identities, passkeys, passwordHash }: ExistingPerson,
) {
  const isLinked = identities.some((each) => isSameIdentity(each, data));
  if (type === 'LinkIdentity') return one(!isLinked, { type: 'IdentityLinked', data });
  const isOnlyWay = passwordHash === null && passkeys.size === 0 && identities.length === 1;
  if (isLinked && isOnlyWay) return err({ code: 'only_sign_in' } as const);
  return one(isLinked, { type: 'IdentityUnlinked', data });
}

function decideSession(
  command: Extract<
    OfExisting,
    { type: 'BeginSession' | 'ContinueSession' | 'EndSession' | 'EndOtherSessions' }
  >,
  { sessions, passwordVersion, secondFactor }: ExistingPerson,
) {
  switch (command.type) {
    case 'BeginSession': {
      const { type: _, passwordVersion: proved, provesSecondFactor, ...data } = command;
      if (proved !== passwordVersion) return passwordChanged;
      if (secondFactor && !provesSecondFactor) return factorEnabled;
      return one(!sessions.has(data.sessionId), { type: 'SessionBegun', data });
    }
    case 'ContinueSession':
      return continueSession(command, sessions);
    case 'EndSession': {
      const { type: _, ...data } = command;
      return one(sessions.has(data.sessionId), { type: 'SessionEnded', data });
    }
    case 'EndOtherSessions': {
      const { type: _, ...data } = command;
      const isNeeded = [...sessions.keys()].some((id) => id !== data.keptSessionId);
      return one(isNeeded, { type: 'OtherSessionsEnded', data });
    }
    default:
      return command satisfies never;
  }
}

function continueSession(
  { sessionId, from, at }: Extract<OfExisting, { type: 'ContinueSession' }>,
  sessions: ExistingPerson['sessions'],
) {
  const open = sessions.get(from);
  if (!open || open.until <= at)
    return err({ code: 'stale', message: 'The session has ended. Sign in again.' } as const);
  const { method, device, until, provedAt } = open;
  return ok<PersonEvent[]>([
    { type: 'SessionBegun', data: { sessionId, method, device, until, provedAt, at } },
    { type: 'SessionEnded', data: { sessionId: from, at } },
  ]);
}

const passwordChanged = err({ code: 'stale', message: 'The password was changed meanwhile.' } as const);

const factorEnabled = err({ code: 'stale', message: 'The second factor was turned on meanwhile.' } as const);

/** The event, if it changes something. */
const one = (isNeeded: boolean, event: PersonEvent) => ok<PersonEvent[]>(isNeeded ? [event] : []);

/** A person: names, addresses, credentials and sessions. */
export const person: Decider<PersonState, PersonCommand, PersonEvent, DomainError> = {
  initial: { exists: false },
  decide,
  evolve: evolvePerson,
};
