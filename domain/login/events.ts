import Type from 'typebox';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

/**
 * Which person signs in with an e-mail address, or with an account at an OpenID provider. The stream, `login-{hash}`, is named
 * after a slow hash of it.
 */
export const loginEvents = {
  LoginClaimed: v1(Type.Object({ personId: Type.String(), at: Timestamp })),
  LoginReleased: v1(Type.Object({ personId: Type.String(), at: Timestamp })),
};

export type LoginEvent = EventOf<typeof loginEvents>;
