import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import Type from 'typebox';
import { Value } from 'typebox/value';

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const url = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64url');

/** The lengths of these byte strings need one or two bytes of CBOR. */
const cborBytes = (bytes: Buffer): Buffer =>
  Buffer.concat([
    bytes.length < 256
      ? Buffer.from([0x58, bytes.length])
      : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]),
    bytes,
  ]);
const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** The public key as COSE has it: EC2, ES256, P-256, x and y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

const [userPresent, userVerified, hasKey] = [0x01, 0x04, 0x40];

const Options = Type.Object({
  challenge: Type.String(),
  user: Type.Optional(Type.Object({ id: Type.String() })),
});

/** How a signature differs from the right one. */
export interface Forgery {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly userHandle?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly credentialId?: string;
  /** Signs with another key. */
  readonly isForged?: boolean;
}

/** A device that makes one passkey and signs with it, in memory. */
export function softPasskey(origin: string) {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  let userHandle = '';
  const { hostname } = new URL(origin);

  const head = (rpId: string, flags: number, counter: number): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  };
  const clientData = (type: string, challenge: string, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));

  return {
    /** Makes the passkey. @param options of the service, as text @returns the answer of the browser, as text */
    create(options: string, forgery: Forgery = {}): string {
      const { challenge, user } = Value.Parse(Options, JSON.parse(options));
      userHandle = user?.id ?? '';
      const length = Buffer.from([0, credentialId.length]);
      const verified = forgery.isVerified === false ? 0 : userVerified;
      const authData = Buffer.concat([
        head(forgery.rpId ?? hostname, userPresent | verified | hasKey, forgery.counter ?? 0),
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey(pair.publicKey),
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ]);
      const client = clientData('webauthn.create', forgery.challenge ?? challenge, forgery.origin ?? origin);
      return JSON.stringify({
        id: url(credentialId),
        rawId: url(credentialId),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: url(client),
          attestationObject: url(attestation),
          transports: ['internal', 'unheard-of'],
        },
      });
    },

    /** Signs a challenge. @param options of the service, as text @returns the answer of the browser, as text */
    get(options: string, forgery: Forgery = {}): string {
      const { challenge } = Value.Parse(Options, JSON.parse(options));
      const client = clientData('webauthn.get', forgery.challenge ?? challenge, forgery.origin ?? origin);
      const verified = forgery.isVerified === false ? 0 : userVerified;
      const authData = head(forgery.rpId ?? hostname, userPresent | verified, forgery.counter ?? 0);
      const { privateKey } = forgery.isForged ? other : pair;
      const id = forgery.credentialId ?? url(credentialId);
      return JSON.stringify({
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: url(client),
          authenticatorData: url(authData),
          signature: url(sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)),
          userHandle: forgery.userHandle ?? userHandle,
        },
      });
    },

    credentialId: url(credentialId),
    /** The person, as the service has named them to the device. */
    userHandle: () => userHandle,
  };
}

export type SoftPasskey = ReturnType<typeof softPasskey>;
