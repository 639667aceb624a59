import Type from 'typebox';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

/** The address of an invitation, in the stream `invitation-{invitationId}`, which is erased when the invitation is over. */
export const invitationEvents = {
  InvitationAddressed: v1(
    Type.Object({
      invitationId: Type.String(),
      accountId: Type.String(),
      email: Type.String(),
      at: Timestamp,
    }),
  ),
};

export type InvitationEvent = EventOf<typeof invitationEvents>;
