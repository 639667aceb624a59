import Type, { type Static } from 'typebox';
import { v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

/** A public key with which a device signs its owner in. */
export const Passkey = Type.Object({
  /** Base64url, as `publicKey`, which is a COSE key. */
  credentialId: Type.String(),
  publicKey: Type.String(),
  /** How often the device has signed, where it counts; 0 elsewhere. */
  counter: Type.Integer({ minimum: 0 }),
  /** How browsers reach the device, such as by USB or a part of the device itself. */
  transports: Type.Array(Type.String()),
  /** As the person calls it. */
  name: Type.String(),
});
export type Passkey = Static<typeof Passkey>;

const { credentialId, counter } = Passkey.properties;

/** The passkeys of a person. */
export const passkeyEvents = {
  PasskeyAdded: v1(Type.Object({ ...Passkey.properties, at: Timestamp })),
  /** Only of devices that count. */
  PasskeyUsed: v1(Type.Object({ credentialId, counter, at: Timestamp })),
  PasskeyRemoved: v1(Type.Object({ credentialId, at: Timestamp })),
};
