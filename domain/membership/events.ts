import Type, { type Static } from 'typebox';
import { type EventOf, type Upcaster, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';
import { Role } from './roles.ts';

/** How a person proved who they are. */
export const SignInMethod = Type.Union([
  Type.Literal('password'),
  Type.Literal('passkey'),
  /** A link of the machine that the service runs on. */
  Type.Literal('ticket'),
  /** By an OpenID provider. */
  Type.Literal('openid'),
]);
export type SignInMethod = Static<typeof SignInMethod>;

const unchanged: Upcaster = (data) => ({ ...data });

/** The members of an account, in the stream `members-{accountId}`. People are identified by ids alone. */
export const membershipEvents = {
  /** The address is in the stream of the invitation, which is erased when the invitation is over. */
  MemberInvited: v1(
    Type.Object({ invitationId: Type.String(), role: Role, expiresAt: Timestamp, at: Timestamp }),
  ),
  InvitationWithdrawn: v1(Type.Object({ invitationId: Type.String(), at: Timestamp })),
  /** Of an invitation that was not accepted in time. */
  InvitationExpired: v1(Type.Object({ invitationId: Type.String(), at: Timestamp })),
  /** `invitationId`: the invitation that the person accepted; null for members without one. */
  MemberJoined: {
    version: 2,
    schema: Type.Object({
      personId: Type.String(),
      role: Role,
      invitationId: Type.Union([Type.String(), Type.Null()]),
      /** Of a member whose role follows a claim of the OpenID provider. */
      through: Type.Optional(Type.Literal('openid')),
      at: Timestamp,
    }),
    upcasters: { 1: unchanged },
  },
  MemberRoleChanged: v1(Type.Object({ personId: Type.String(), role: Role, at: Timestamp })),
  MemberRemoved: v1(Type.Object({ personId: Type.String(), at: Timestamp })),
};

export type MembershipEvent = EventOf<typeof membershipEvents>;
