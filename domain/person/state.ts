import type { SignInMethod } from '../membership/events.ts';
import type { Device, Identity, PersonEvent } from './events.ts';
import { evolvePasskeys, type Passkeys } from './passkeys.ts';
import { evolveSecondFactor, type SecondFactor } from './second-factor.ts';

/** A session that has not been ended; it may have expired. */
export interface OpenSession {
  readonly method: SignInMethod;
  readonly device: Device;
  /** When the person proved who they are, ISO 8601, as `until`: earlier than it began, if another session goes on in this one. */
  readonly provedAt: string;
  readonly until: string;
  /** The accounts that the person has left, or joined, since the session began. It does not enter them. */
  readonly notFor: ReadonlySet<string>;
}

export interface LinkedIdentity extends Identity {
  /** ISO 8601. */
  readonly linkedAt: string;
}

export interface ExistingPerson {
  readonly exists: true;
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  readonly language: string | null;
  readonly registeredAt: string;
  /** Of Argon2id; null for a person without a password. */
  readonly passwordHash: string | null;
  /** Differs after each change of the password. */
  readonly passwordVersion: number;
  readonly secondFactor: SecondFactor | null;
  readonly passkeys: Passkeys;
  /** The accounts at OpenID providers with which the person signs in. */
  readonly identities: readonly LinkedIdentity[];
  readonly accountIds: ReadonlySet<string>;
  /** By session id. */
  readonly sessions: ReadonlyMap<string, OpenSession>;
  /** The networks and devices that the person signed in from, the last first. */
  readonly devices: readonly Device[];
}

/** `erasingSince`: ISO 8601; absent for a person who was never registered. */
export type PersonState = { readonly exists: false; readonly erasingSince?: string } | ExistingPerson;

export const isSameIdentity = (one: Identity, other: Identity): boolean =>
  one.issuer === other.issuer && one.subject === other.subject;

/** So many devices of earlier sign-ins are remembered. */
const knownDevices = 20;

const isSameDevice = (one: Device, other: Device): boolean =>
  one.name === other.name && one.network === other.network;

/** Whether a person has signed in from a device before, or signs in for the first time. */
export const isKnownDevice = ({ devices }: ExistingPerson, device: Device): boolean =>
  devices.length === 0 || devices.some((known) => isSameDevice(known, device));

const without = <V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> =>
  new Map([...map].filter(([other]) => other !== key));

/** Applies an event to a person. */
export function evolvePerson(state: PersonState, event: PersonEvent): PersonState {
  if (event.type === 'PersonRegistered') {
    const { personId, name, email, at } = event.data;
    return {
      exists: true,
      personId,
      name,
      email,
      language: null,
      registeredAt: at,
      passwordHash: null,
      passwordVersion: 0,
      secondFactor: null,
      passkeys: new Map(),
      identities: [],
      accountIds: new Set(),
      sessions: new Map(),
      devices: [],
    };
  }
  if (event.type === 'PersonErasureRequested') return { exists: false, erasingSince: event.data.at };
  return state.exists ? evolveExisting(state, event) : state;
}

function evolveExisting(
  person: ExistingPerson,
  event: Exclude<PersonEvent, { type: 'PersonRegistered' | 'PersonErasureRequested' }>,
): ExistingPerson {
  switch (event.type) {
    case 'PersonRenamed':
      return { ...person, name: event.data.name };
    case 'PersonLanguageChanged':
      return { ...person, language: event.data.language };
    case 'PersonEmailChanged':
      return { ...person, email: event.data.email };
    case 'PasswordSet':
      return { ...person, passwordHash: event.data.hash, passwordVersion: person.passwordVersion + 1 };
    case 'IdentityLinked': {
      const { at: linkedAt, ...identity } = event.data;
      return { ...person, identities: [...person.identities, { ...identity, linkedAt }] };
    }
    case 'IdentityUnlinked': {
      const identities = person.identities.filter((each) => !isSameIdentity(each, event.data));
      return { ...person, identities };
    }
    case 'AccountJoined': {
      const accountIds = new Set([...person.accountIds, event.data.accountId]);
      return { ...person, accountIds, sessions: withoutAccount(person, event.data.accountId) };
    }
    case 'AccountLeft': {
      const accountIds = new Set([...person.accountIds].filter((id) => id !== event.data.accountId));
      return { ...person, accountIds, sessions: withoutAccount(person, event.data.accountId) };
    }
    case 'SessionBegun':
      return begun(person, event.data);
    case 'SessionEnded':
      return { ...person, sessions: without(person.sessions, event.data.sessionId) };
    case 'OtherSessionsEnded': {
      const kept = [...person.sessions].filter(([id]) => id === event.data.keptSessionId);
      return { ...person, sessions: new Map(kept) };
    }
    case 'PasskeyAdded':
    case 'PasskeyUsed':
    case 'PasskeyRemoved':
      return { ...person, passkeys: evolvePasskeys(person.passkeys, event) };
    default:
      return { ...person, secondFactor: evolveSecondFactor(person.secondFactor, event) };
  }
}

/** A session of an earlier membership does not come back with a later one. */
const withoutAccount = ({ sessions }: ExistingPerson, accountId: string): ExistingPerson['sessions'] =>
  new Map(
    [...sessions].map(([id, session]) => [
      id,
      { ...session, notFor: new Set([...session.notFor, accountId]) },
    ]),
  );

type Begun = Extract<PersonEvent, { type: 'SessionBegun' }>['data'];

function begun(
  person: ExistingPerson,
  { sessionId, method, device, until, at, provedAt = at }: Begun,
): ExistingPerson {
  const open = [...person.sessions].filter(([, session]) => session.until > at);
  const others = person.devices.filter((known) => !isSameDevice(known, device));
  return {
    ...person,
    sessions: new Map([...open, [sessionId, { method, device, provedAt, until, notFor: new Set() }]]),
    devices: [device, ...others].slice(0, knownDevices),
  };
}
