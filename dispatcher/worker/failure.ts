import type { AttemptOutcome } from '../../domain/delivery/events.ts';
import { ForbiddenAddress } from './address.ts';
import { ConnectionClosed } from './responses/connection-watch.ts';
import { InvalidResponse } from './responses/invalid-response.ts';

type Failure = Extract<AttemptOutcome, { kind: 'error' }>;
type ErrorClass = Failure['errorClass'];

/**
 * Sentences for the error codes of sockets, name look-ups, OpenSSL and the HTTP client. The first pattern that matches
 * counts. No text of a library is passed on: it names files and settings of this service, which say nothing to the
 * people who run a receiver.
 */
const sentences: readonly (readonly [codes: RegExp, errorClass: ErrorClass, message: string])[] = [
  [/^ECONNREFUSED$/, 'network', 'the receiver refused the connection'],
  [
    /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_CLOSED|UND_ERR_DESTROYED|UND_ERR_ABORTED)$/,
    'network',
    'the receiver closed the connection before it answered',
  ],
  [/^(ENOTFOUND|ENODATA|ENONAME|EAI_NONAME|EAI_NODATA)$/, 'network', 'the host name has no address'],
  [
    /^(EAI_|ESERVFAIL|EREFUSED|EFORMERR|ENOTIMP|EBADNAME|EBADRESP|EBADQUERY|EBADFAMILY|ECANCELLED|EDESTRUCTION)/,
    'network',
    'the host name could not be looked up',
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/,
    'network',
    'there is no route to the receiver',
  ],
  [/^(EMFILE|ENFILE|ENOBUFS|ENOMEM)$/, 'network', 'the service could not open another connection'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$|^HOSTNAME_MISMATCH$/, 'tls', 'the certificate is for another host name'],
  [/^CERT_HAS_EXPIRED$/, 'tls', 'the certificate has expired'],
  [/^CERT_NOT_YET_VALID$/, 'tls', 'the certificate is not valid yet'],
  [/^CERT_REVOKED$/, 'tls', 'the certificate was revoked'],
  [/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/, 'tls', 'the certificate is signed by itself'],
  [
    /^(UNABLE_TO_|INVALID_CA|CERT_UNTRUSTED)/,
    'tls',
    'the issuer of the certificate is not known, or an intermediate certificate is missing',
  ],
  [/^(CERT_|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)/, 'tls', 'the certificate is not valid'],
  [
    /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNEXPECTED_MESSAGE|BAD_RECORD_TYPE)$/,
    'tls',
    'the receiver does not speak TLS at this port',
  ],
  [
    /^ERR_SSL_(UNSUPPORTED_PROTOCOL|TLSV1_ALERT_PROTOCOL_VERSION|NO_PROTOCOLS_AVAILABLE|.*HANDSHAKE_FAILURE|NO_SHARED_CIPHER)$/,
    'tls',
    'the receiver refused the TLS handshake: it accepts none of our versions and ciphers, or asks for a client certificate',
  ],
  [/^(ERR_TLS_|ERR_SSL_|EPROTO$|ERR_OSSL)/, 'tls', 'the TLS handshake failed'],
  [
    /^UND_ERR_HEADERS_OVERFLOW$|^HPE_HEADER_OVERFLOW$/,
    'invalid_response',
    'the headers of the response are too large',
  ],
  [
    /^(HPE_|UND_ERR_RES|UND_ERR_HEADERS|ERR_ASSERTION)/,
    'invalid_response',
    'the response is not valid HTTP/1.1',
  ],
];

const timeoutCodes = /TIMEOUT|^ETIMEDOUT$/;
const unknown = 'the connection to the receiver failed';

/**
 * Classifies the error of a request that has no response. The message is a sentence for people: it contains no secret,
 * and no code or text of a library.
 */
export function classify(error: unknown, limitMs: number): Failure {
  const failure = (errorClass: ErrorClass, message: string): Failure => ({
    kind: 'error',
    errorClass,
    message,
  });
  if (error instanceof ForbiddenAddress) return failure('forbidden_address', error.message);
  if (error instanceof InvalidResponse) return failure('invalid_response', error.message);
  if (error instanceof ConnectionClosed) return failure('network', error.message);
  const { code, name } = describe(error);
  if (name === 'TimeoutError' || timeoutCodes.test(code))
    return failure('timeout', `the receiver did not answer within ${limitMs / 1_000} seconds`);
  if (name === 'HTTPParserError') return failure('invalid_response', 'the response is not valid HTTP/1.1');
  const [, errorClass, message] = sentences.find(([codes]) => codes.test(code)) ?? [null, 'network', unknown];
  return failure(errorClass, message);
}

function describe(error: unknown): { readonly code: string; readonly name: string } {
  if (!(error instanceof Error)) return { code: '', name: '' };
  // If several addresses were tried, the first error stands for all.
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const shown = cause instanceof Error ? cause : error;
  return { code: 'code' in shown && typeof shown.code === 'string' ? shown.code : '', name: error.name };
}
