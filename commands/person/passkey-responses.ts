import Type, { type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** Base64url, of texts and keys that browsers make. */
const Bytes = Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 16_384 });
const CredentialId = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 1_400 });

const shared = {
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}),
};

/** How browsers reach a device. */
export const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** A new passkey, as a browser sends it (RegistrationResponseJSON of WebAuthn). */
export const NewPasskey = Type.Object({
  ...shared,
  response: Type.Object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
  }),
});
export type NewPasskey = Static<typeof NewPasskey>;

/** The signature of a passkey, as a browser sends it (AuthenticationResponseJSON of WebAuthn). */
export const Assertion = Type.Object({
  ...shared,
  response: Type.Object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    /** The person, as the passkey knows them: the id in Base64url. */
    userHandle: Bytes,
  }),
});
export type Assertion = Static<typeof Assertion>;

/** Parses the JSON that a form sends for a passkey; null for any other text. */
export function responseIn<S extends TSchema>(schema: S, text: string): Static<S> | null {
  try {
    const response: unknown = JSON.parse(text);
    return Value.Check(schema, response) ? response : null;
  } catch {
    return null;
  }
}
