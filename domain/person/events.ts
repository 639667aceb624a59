import Type, { type Static } from 'typebox';
import { type EventOf, v1 } from '../event.ts';
import { SignInMethod } from '../membership/events.ts';
import { Timestamp } from '../time.ts';
import { passkeyEvents } from './passkey-events.ts';
import { secondFactorEvents } from './second-factor-events.ts';

/** An account at an OpenID provider. */
export const Identity = Type.Object({ issuer: Type.String(), subject: Type.String() });
export type Identity = Static<typeof Identity>;

/** The device of a session, as far as it helps a person to recognise it. */
export const Device = Type.Object({
  /** Such as “Firefox on Linux”. */
  name: Type.String(),
  /** The network: an IPv4 address, or the first 64 bits of an IPv6 address. */
  network: Type.String(),
});
export type Device = Static<typeof Device>;

/**
 * A person, in the stream `person-{personId}`: all that is personal about a person is in this stream, which is erased with
 * the person.
 */
export const personEvents = {
  PersonRegistered: v1(
    Type.Object({ personId: Type.String(), name: Type.String(), email: Type.String(), at: Timestamp }),
  ),
  PersonRenamed: v1(Type.Object({ name: Type.String(), at: Timestamp })),
  /** The language of the mails to the person; null for the service's default. */
  PersonLanguageChanged: v1(
    Type.Object({ language: Type.Union([Type.String(), Type.Null()]), at: Timestamp }),
  ),
  /** The person has shown that they receive mail at the address. */
  PersonEmailChanged: v1(Type.Object({ email: Type.String(), at: Timestamp })),
  /** `hash`: of Argon2id with its parameters, as text. */
  PasswordSet: v1(Type.Object({ hash: Type.String(), at: Timestamp })),
  ...secondFactorEvents,
  ...passkeyEvents,
  IdentityLinked: v1(Type.Object({ ...Identity.properties, at: Timestamp })),
  IdentityUnlinked: v1(Type.Object({ ...Identity.properties, at: Timestamp })),
  /** The account is one of those that the person enters; the account's own stream decides whether. */
  AccountJoined: v1(Type.Object({ accountId: Type.String(), at: Timestamp })),
  AccountLeft: v1(Type.Object({ accountId: Type.String(), at: Timestamp })),
  SessionBegun: v1(
    Type.Object({
      sessionId: Type.String(),
      method: SignInMethod,
      device: Device,
      until: Timestamp,
      /** When the person proved who they are, if an earlier session goes on in this one. */
      provedAt: Type.Optional(Timestamp),
      at: Timestamp,
    }),
  ),
  SessionEnded: v1(Type.Object({ sessionId: Type.String(), at: Timestamp })),
  /** Every session has ended but this one; null for all. */
  OtherSessionsEnded: v1(
    Type.Object({ keptSessionId: Type.Union([Type.String(), Type.Null()]), at: Timestamp }),
  ),
  /** From here on the person signs in no more. The stream is deleted next. */
  PersonErasureRequested: v1(Type.Object({ at: Timestamp })),
};

export type PersonEvent = EventOf<typeof personEvents>;
