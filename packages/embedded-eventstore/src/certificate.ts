import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A private key and its self-signed certificate, as PEM texts. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const lifetimeMs = 10 * 365 * 24 * 3_600_000;

/**
 * Makes a self-signed certificate (RFC 5280) for `localhost` and 127.0.0.1, with a new P-256 key. It is its own
 * authority, so that clients trust it by its file alone.
 */
export function localCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const content = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    subject,
    sequence(time(Date.now() - 3_600_000), time(Date.now() + lifetimeMs)),
    subject,
    spki,
    explicit(3, sequence(...extensions(spki))),
  );
  const signature = sign('sha256', content, privateKey);
  const der = sequence(content, ecdsaWithSha256, bitString(signature));
  const lines = der.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** An element of DER: its tag, its length, its content. */
function element(tag: number, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  if (bytes.length < 0x80) return Buffer.concat([Buffer.from([tag, bytes.length]), bytes]);
  if (bytes.length > 0xffff) throw new RangeError('an element of a certificate has at most 65,535 bytes');
  const length = Buffer.from([tag, 0x82, bytes.length >> 8, bytes.length & 0xff]);
  return Buffer.concat([length, bytes]);
}

const sequence = (...content: readonly Buffer[]): Buffer => element(0x30, ...content);
const integer = (bytes: Buffer): Buffer => element(0x02, bytes);
const octets = (content: Buffer): Buffer => element(0x04, content);
const bitString = (bytes: Buffer, unused = 0): Buffer => element(0x03, Buffer.from([unused]), bytes);
const explicit = (tag: number, content: Buffer): Buffer => element(0xa0 | tag, content);
const oid = (...bytes: readonly number[]): Buffer => element(0x06, Buffer.from(bytes));
const yes = element(0x01, Buffer.from([0xff]));

/** A moment before the year 2050, as UTCTime: the year has two digits. */
const time = (ms: number): Buffer =>
  element(
    0x17,
    Buffer.from(
      new Date(ms)
        .toISOString()
        .slice(2)
        .replace(/[-:T]|\.\d+/g, ''),
    ),
  );

/** 1.2.840.10045.4.3.2 */
const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));

/** The common name (2.5.4.3), as UTF8String. */
const subject = sequence(
  element(0x31, sequence(oid(0x55, 0x04, 0x03), element(0x0c, Buffer.from('Formlog embedded event store')))),
);

/** The extensions of 2.5.29: 14 subject key, 15 key usage, 17 alternative names, 19 basic constraints, 37 purposes. */
function extensions(spki: Buffer): Buffer[] {
  const extension = (id: number, value: Buffer, ...critical: Buffer[]): Buffer =>
    sequence(oid(0x55, 0x1d, id), ...critical, octets(value));
  const dnsName = element(0x82, Buffer.from('localhost'));
  const ipAddress = element(0x87, Buffer.from([127, 0, 0, 1]));
  const digitalSignatureAndCertSign = Buffer.from([0x84]);
  const serverAuth = oid(0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01);
  return [
    extension(14, octets(createHash('sha1').update(spki).digest())),
    extension(15, bitString(digitalSignatureAndCertSign, 2), yes),
    extension(17, sequence(dnsName, ipAddress)),
    extension(19, sequence(yes), yes),
    extension(37, sequence(serverAuth)),
  ];
}
